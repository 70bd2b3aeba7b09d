// The model is the emulator itself: each point is a variation of the machine, on which the runs are made as
// sartor experiment makes them. So records of runs are kept, and an interrupted calibration goes on where it
// was.
#include "configurator/calibrate/calibrate.hpp"

#include "configurator/calibrate/fit.hpp"
#include "configurator/calibrate/measurements.hpp"
#include "configurator/experiment/experiment.hpp"
#include "configurator/experiment/names_in.hpp"
#include "configurator/experiment/runs.hpp"
#include "configurator/machines/fields.hpp"
#include "configurator/machines/machines.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"
#include "configurator/sweep/variation.hpp"

#include <cmath>
#include <fmt/ranges.h>

namespace sartor::configurator {

namespace {

constexpr double widest = 10; // bounds that nobody gave: a tenth and ten times

/// A constant that is fitted, and how its values are written.
struct Fitted {
    std::string name;
    bool is_rate = false;
    FitParameter parameter;

    /// Rates as thousandths, others as whole numbers.
    std::string text(double value) const {
        return is_rate ? fmt::format("{}/1000", std::max(1LL, std::llround(1000 * value)))
                       : fmt::format("{}", std::llround(value));
    }
};

double bound(const std::string& number, const std::string& option) {
    char* end = nullptr;
    const double value = std::strtod(number.c_str(), &end);
    if (number.empty() || *end != '\0' || !(value > 0))
        refuse("--fit {}: expected a number above 0, not \"{}\"", option, number);
    return value;
}

Fitted fitted(const std::string& text, const Manycore& machine) {
    const auto equals = text.find('=');
    Fitted one{text.substr(0, equals), false, {}};
    const auto constant = machine.constants.find(one.name);
    if (constant == machine.constants.end())
        refuse("--fit {}: {} has no such constant", one.name, machine.name);
    one.is_rate = find_field(one.name)->is_rate;
    FitParameter& parameter = one.parameter;
    parameter.start =
        static_cast<double>(constant->second.numerator) / static_cast<double>(constant->second.denominator);
    if (parameter.start <= 0)
        refuse("--fit {}: the constant is 0 on {}; a fit must start from a value above 0", one.name,
               machine.name);
    parameter.least = parameter.start / widest;
    parameter.most = parameter.start * widest;
    if (equals == std::string::npos) return one;
    const std::string bounds = text.substr(equals + 1);
    const auto dots = bounds.find("..");
    if (dots == std::string::npos) refuse("--fit {}: expected NAME=LEAST..MOST", text);
    parameter.least = bound(bounds.substr(0, dots), text);
    parameter.most = bound(bounds.substr(dots + 2), text);
    if (parameter.most <= parameter.least)
        refuse("--fit {}: expected NAME=LEAST..MOST with LEAST < MOST", text);
    parameter.start = std::clamp(parameter.start, parameter.least, parameter.most);
    return one;
}

class Calibration {
  public:
    explicit Calibration(const CalibrateOptions& options)
        : options_(options), measurements_(read_measurements(options.measurements)),
          experiments_{read_experiment(path_of_experiment(options.runs), options.quick)} {
        const TargetMachine target = find_machine(experiments_.front().machine);
        if (!target.manycore)
            refuse("--runs {}: expected an experiment on an emulated machine", options.runs);
        machine_ = *target.manycore;
        for (const std::string& text : options.constants) constants_.push_back(fitted(text, machine_));
        std::erase_if(experiments_.front().runs, [&](const ExperimentRun& run) {
            return std::ranges::none_of(measurements_,
                                        [&](const Measurement& one) { return names(one.value, run.name); });
        });
    }

    void run() {
        std::vector<FitParameter> parameters;
        for (const Fitted& one : constants_) parameters.push_back(one.parameter);
        const Fit found =
            fit(parameters, [&](const std::vector<double>& values) { return residuals(values, false); });
        print_constants(found);
        print_residuals(found.values);
        if (!options_.output.empty()) write(found.values);
    }

  private:
    static bool names(const std::string& expression, const std::string& run) {
        const std::vector<NameInExpression> all = names_in(expression);
        return std::ranges::find(all, run, &NameInExpression::run) != all.end();
    }

    std::vector<std::string> sets(const std::vector<double>& values) const {
        std::vector<std::string> sets;
        for (std::size_t one = 0; one < values.size(); ++one)
            sets.push_back(constants_[one].name + "=" + constants_[one].text(values[one]));
        return sets;
    }
    std::vector<double> residuals(const std::vector<double>& values, bool held_out) const {
        ExperimentRuns runs({options_.folder, root_of_sources(experiments_), sets(values), false},
                            experiments_);
        runs.perform();
        const NamesOfRuns names(runs, experiments_.front());
        std::vector<double> residuals;
        for (const Measurement& one : measurements_)
            if (one.held_out == held_out)
                residuals.push_back((value_of(one, names) - one.measured) / one.measured);
        return residuals;
    }
    double value_of(const Measurement& one, const NamesOfRuns& names) const {
        try {
            return number_of(one.value, names);
        } catch (const Absent& absent) {
            fail("{}:{}: {}", options_.measurements, one.line, absent.reason);
        } catch (const Error& error) {
            fail("{}:{}: {}", options_.measurements, one.line, error.what());
        }
    }

    void print_constants(const Fit& found) const {
        fmt::print("{:<20} {:>12} {:>12} {:>12}  {}\n", "constant", "was", "fitted", "+-", "unit");
        for (std::size_t one = 0; one < constants_.size(); ++one)
            fmt::print("{:<20} {:>12} {:>12} {:>12.4g}  {}{}\n", constants_[one].name,
                       machine_.constants.at(constants_[one].name).value(),
                       constants_[one].text(found.values[one]), found.errors[one],
                       machine_.constants.at(constants_[one].name).unit,
                       found.at_bound[one] ? ", at its bound" : "");
        fmt::print("root mean square of the residuals: {:.2f} %, after {} iterations with {} points\n",
                   100 * found.root_mean_square(), found.iterations, found.evaluations);
        if (found.condition > 1000)
            fmt::print("The rows do not determine each constant (condition {:.2g}): fix a constant that has "
                       "a large error, or add rows that distinguish the constants.\n",
                       found.condition);
    }
    void print_residuals(const std::vector<double>& values) const {
        const std::vector<double> fitted = residuals(values, false), held = residuals(values, true);
        std::size_t next_fitted = 0, next_held = 0;
        fmt::print("\n{:<46} {:>12} {:>12} {:>8}\n", "what", "measured", "model", "error");
        for (const Measurement& one : measurements_) {
            const double residual = one.held_out ? held[next_held++] : fitted[next_fitted++];
            fmt::print("{:<46} {:>12.6g} {:>12.6g} {:>7.1f}%{}\n", one.what, one.measured,
                       one.measured * (1 + residual), 100 * residual, one.held_out ? "  held out" : "");
        }
    }
    void write(const std::vector<double>& values) const {
        std::vector<Variation> variations;
        Point point;
        for (const std::string& set : sets(values)) {
            variations.push_back(parse_variation(set, machine_));
            point.push_back(variations.back().values.front());
        }
        write_file(options_.output,
                   machine_file_of(machine_, machine_.name, variations, point,
                                   {"calibrated", "sartor calibrate " + options_.measurements,
                                    std::filesystem::path(options_.output).stem().string()}));
    }

    const CalibrateOptions& options_;
    std::vector<Measurement> measurements_;
    std::vector<Experiment> experiments_;
    Manycore machine_;
    std::vector<Fitted> constants_;
};

} // namespace

void calibrate(const CalibrateOptions& options) {
    Calibration(options).run();
}

} // namespace sartor::configurator
