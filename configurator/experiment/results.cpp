#include "configurator/experiment/results.hpp"

#include "configurator/support/csv.hpp"
#include "configurator/support/error.hpp"

#include <array>
#include <cmath>
#include <fmt/ranges.h>

namespace sartor::configurator {

namespace {

using nlohmann::ordered_json;

RowResult evaluated(const ExperimentRow& row, const NamesOfRuns& names) {
    RowResult result{&row, Verdict::shown, 0, std::nullopt, ""};
    if (!row.holds.empty()) {
        result.value = number_of(row.holds, names);
        result.verdict = result.value != 0 ? Verdict::within : Verdict::too_far;
        result.shown = filled_in(row.shows, names);
        return result;
    }
    result.value = number_of(row.value, names);
    if (!row.published) return result;
    result.error = 100 * (result.value - *row.published) / *row.published;
    if (row.limit)
        result.verdict = std::abs(*result.error) <= *row.limit ? Verdict::within : Verdict::too_far;
    return result;
}

RowResult row_of(const Experiment& experiment, const ExperimentRow& row, const NamesOfRuns& names) {
    try {
        return evaluated(row, names);
    } catch (const Absent& absent) {
        return {&row, Verdict::absent, 0, std::nullopt, absent.reason};
    } catch (const Error& error) {
        fail("{}:{}: {}", experiment.path, row.line, error.what());
    }
}

FigureResult figure_of(const Experiment& experiment, const ExperimentFigure& figure,
                       const NamesOfRuns& names) {
    FigureResult result{&figure, {}};
    for (const ExperimentFigure::Curve& curve : figure.curves) {
        try {
            const Value value = evaluate(curve.value, names);
            if (!value.is_series) fail("\"{}\" is not a series", curve.value);
            result.curves.push_back({curve.name, value.series});
        } catch (const Absent&) {
            continue;
        } catch (const Error& error) {
            fail("{}: figures.{}: {}", experiment.path, figure.name, error.what());
        }
    }
    return result;
}

std::string published_text(const RowResult& one) {
    return one.row->published ? fmt::format("{:.{}f}", *one.row->published, one.row->digits) : "";
}
std::string value_text(const RowResult& one) {
    if (one.verdict == Verdict::absent) return "";
    return fmt::format("{:.{}f}", one.value, one.row->digits);
}
std::string error_text(const RowResult& one) {
    return one.error ? fmt::format("{:.1f}%", *one.error) : "";
}

std::string statement_line(const RowResult& one) {
    const char* const word = one.verdict == Verdict::within   ? "yes"
                             : one.verdict == Verdict::absent ? "-"
                                                              : "NO";
    return fmt::format("{:<60} {:<28} {}\n", one.row->what, one.shown, word);
}
std::string comparison_line(const RowResult& one) {
    if (one.verdict == Verdict::absent)
        return fmt::format("{:<46} not run here: {}\n", one.row->what, one.shown);
    return fmt::format("{:<46} {:>10} {:>10} {:>8}  {}{}\n", one.row->what, published_text(one),
                       value_text(one), error_text(one), name_of(one.row->origin),
                       one.verdict == Verdict::too_far ? "  TOO FAR" : "");
}

ordered_json row_json(const RowResult& one) {
    ordered_json row = {{"what", one.row->what}};
    if (!one.row->holds.empty()) {
        row["holds"] = one.verdict == Verdict::within;
        row["shows"] = one.shown;
    } else {
        row["unit"] = one.row->unit;
        row["published"] = one.row->published ? ordered_json(*one.row->published) : ordered_json();
        row["value"] = one.verdict == Verdict::absent ? ordered_json() : ordered_json(one.value);
        row["error_percent"] = one.error ? ordered_json(*one.error) : ordered_json();
        row["limit_percent"] = one.row->limit ? ordered_json(*one.row->limit) : ordered_json();
        row["how"] = name_of(one.row->origin);
        row["constants"] = one.row->constants;
        row["digits"] = one.row->digits;
    }
    row["verdict"] = name_of(one.verdict);
    if (one.verdict == Verdict::absent) row["because"] = one.shown;
    return row;
}

ordered_json figure_json(const FigureResult& one) {
    ordered_json figure = {{"name", one.figure->name},
                           {"title", one.figure->title},
                           {"x", one.figure->x},
                           {"y", one.figure->y},
                           {"logarithmic", one.figure->logarithmic},
                           {"curves", ordered_json::array()}};
    for (const CurveResult& curve : one.curves) {
        ordered_json points = ordered_json::array();
        for (const auto& [key, value] : curve.points) points.push_back({key, value});
        figure["curves"].push_back({{"name", curve.name}, {"points", points}});
    }
    return figure;
}

} // namespace

const char* name_of(Verdict verdict) {
    constexpr std::array<const char*, 4> names = {"within", "shown", "too far", "absent"};
    return names[static_cast<std::size_t>(verdict)];
}

int ExperimentResult::count(Verdict verdict) const {
    int sum = 0;
    for (const TableResult& table : tables)
        for (const RowResult& row : table.rows) sum += row.verdict == verdict ? 1 : 0;
    return sum;
}

ExperimentResult result_of(const Experiment& experiment, const ExperimentRuns& runs) {
    const NamesOfRuns names(runs, experiment);
    ExperimentResult result{&experiment, false, {}, {}, {}, nlohmann::json::array(), true};
    for (const ExperimentTable& table : experiment.tables) {
        result.tables.push_back({&table, {}});
        for (const ExperimentRow& row : table.rows)
            result.tables.back().rows.push_back(row_of(experiment, row, names));
    }
    for (const ExperimentFigure& figure : experiment.figures)
        result.figures.push_back(figure_of(experiment, figure, names));
    for (const ExperimentRun& run : experiment.runs) {
        const RunRecord& record = runs.record(experiment, run);
        if (!record.absent.empty()) continue;
        result.runs.push_back({{"name", run.name}, {"command", record.command}, {"seconds", record.seconds}});
        if (record.summary.contains("repeatable"))
            result.repeatable = result.repeatable && record.summary["repeatable"];
    }
    result.repeatable = result.repeatable && !experiment.on_this_computer();
    return result;
}

std::string as_table(const ExperimentResult& result) {
    std::string text;
    for (const TableResult& table : result.tables) {
        text += "\n" + table.table->title + "\n";
        const bool compares = table.rows.front().row->holds.empty();
        const char* const ours = result.experiment->on_this_computer() ? "measured" : "emulated";
        if (compares)
            text += fmt::format("{:<46} {:>10} {:>10} {:>8}  how\n", "what", "published", ours, "error");
        for (const RowResult& row : table.rows)
            text += row.row->holds.empty() ? comparison_line(row) : statement_line(row);
        if (!table.table->note.empty()) text += table.table->note + "\n";
    }
    return text;
}

std::string as_csv(const ExperimentResult& result) {
    std::string text =
        "experiment,version,machine,seed,quick,set,table,what,unit,published,value,error_percent,"
        "limit_percent,how,verdict\n";
    const Experiment& experiment = *result.experiment;
    for (const TableResult& table : result.tables)
        for (const RowResult& row : table.rows) {
            const bool has_value = row.verdict != Verdict::absent;
            text += csv_line(
                {experiment.name, SARTOR_VERSION, experiment.machine, "", result.quick ? "yes" : "no",
                 fmt::format("{}", fmt::join(result.sets, " ")), table.table->title, row.row->what,
                 row.row->unit, row.row->published ? fmt::format("{}", *row.row->published) : "",
                 has_value ? fmt::format("{}", row.value) : "",
                 row.error ? fmt::format("{:.3f}", *row.error) : "",
                 row.row->limit ? fmt::format("{}", *row.row->limit) : "",
                 row.row->holds.empty() ? name_of(row.row->origin) : "statement", name_of(row.verdict)});
        }
    return text;
}

ordered_json as_json(const ExperimentResult& result) {
    const Experiment& experiment = *result.experiment;
    ordered_json file = {{"kind", "sartor-experiment"},
                         {"version", SARTOR_VERSION},
                         {"experiment", experiment.name},
                         {"paper", experiment.paper},
                         {"where", experiment.where},
                         {"about", experiment.about},
                         {"machine", experiment.machine},
                         {"seed", nullptr}, // no run draws random numbers
                         {"repeatable", result.repeatable},
                         {"quick", result.quick},
                         {"set", result.sets},
                         {"tables", ordered_json::array()},
                         {"figures", ordered_json::array()},
                         {"runs", result.runs}};
    for (const TableResult& table : result.tables) {
        ordered_json rows = ordered_json::array();
        for (const RowResult& row : table.rows) rows.push_back(row_json(row));
        file["tables"].push_back(
            {{"title", table.table->title}, {"note", table.table->note}, {"rows", rows}});
    }
    for (const FigureResult& figure : result.figures) file["figures"].push_back(figure_json(figure));
    return file;
}

} // namespace sartor::configurator
