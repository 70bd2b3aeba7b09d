// From what runs printed to the values of expressions.
#include "configurator/experiment/runs.hpp"

#include "configurator/support/error.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>

namespace sartor::configurator {

namespace {

std::optional<double> number_in_word(const std::string& word) {
    double number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end == word.data()) return std::nullopt;
    const std::string_view rest(end, static_cast<std::size_t>(word.data() + word.size() - end));
    return rest.empty() || rest == "," || rest == ":" ? std::optional(number) : std::nullopt;
}

std::vector<std::string> words_of(const std::string& line) {
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

} // namespace

Series column_of(const std::string& output, const OutputForm& form, const std::string& column) {
    const auto key = std::ranges::find(form.columns, form.key) - form.columns.begin();
    const auto wanted = std::ranges::find(form.columns, column) - form.columns.begin();
    Series series;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        const std::vector<std::string> words = words_of(line);
        if (words.size() != form.columns.size()) continue;
        if (const auto number = number_in_word(words[static_cast<std::size_t>(wanted)]))
            series.emplace_back(words[static_cast<std::size_t>(key)], *number);
    }
    return series;
}

Value number_at(const nlohmann::json& summary, const std::string& pointer) {
    const nlohmann::json::json_pointer place(pointer);
    if (!summary.contains(place)) fail("the summary has no {}", pointer);
    const nlohmann::json& found = summary[place];
    if (found.is_number()) return found.get<double>();
    Series series;
    if (found.is_object())
        for (const auto& [name, number] : found.items())
            if (number.is_number()) series.emplace_back(name, number.get<double>());
    if (series.empty()) fail("{} of the summary is not a number", pointer);
    return series;
}

const ExperimentRun& NamesOfRuns::run_named(const std::string& name) const {
    const auto found = std::ranges::find(experiment_.runs, name, &ExperimentRun::name);
    if (found == experiment_.runs.end()) fail("there is no run {}", name);
    return *found;
}

const RunRecord& NamesOfRuns::record_of(const ExperimentRun& run) const {
    const RunRecord& record = runs_.record(experiment_, run);
    if (!record.absent.empty()) throw Absent{record.absent};
    return record;
}

Value NamesOfRuns::column(const std::string& run, const std::string& column) const {
    const ExperimentRun& found = run_named(run);
    return column_of(record_of(found).output, found.form, column);
}

Value NamesOfRuns::summary(const std::string& run, const std::string& pointer) const {
    return number_at(record_of(run_named(run)).summary, pointer);
}

double NamesOfRuns::peak(const std::string& run, const std::string& counter) const {
    const RunRecord& record = record_of(run_named(run));
    const auto found = record.peaks.find(counter);
    if (found == record.peaks.end()) fail("the trace of run {} has no counter {}", run, counter);
    return found->second;
}

} // namespace sartor::configurator
