// One line for each choice, and what follows from its words.
#include "configurator/run/recorded_schedule.hpp"

#include "configurator/support/file.hpp"

#include <fmt/ranges.h>
#include <sstream>

namespace sartor::configurator {

namespace {

std::string take_explanation(std::string& line) {
    const std::size_t mark = line.find(" # ");
    if (mark == std::string::npos) return "";
    std::string explanation = line.substr(mark + 3);
    line.resize(mark);
    return explanation;
}

MadeChoice parse_choice(std::string line) {
    MadeChoice choice;
    choice.explanation = take_explanation(line);
    std::istringstream words(line);
    std::string word;
    words >> choice.kind >> choice.rank >> choice.value >> word;
    choice.late = word == "late";
    if (choice.late) words >> word;
    for (int candidate = 0; words >> candidate;) choice.candidates.push_back(candidate);
    return choice;
}

LateCandidate parse_late(std::string line) {
    LateCandidate late;
    late.explanation = take_explanation(line);
    std::istringstream words(line);
    std::string word;
    words >> word >> late.position >> late.value;
    return late;
}

bool begins_head(const std::string& line) {
    for (const char* word : {"sartor ", "program ", "ranks ", "order "})
        if (line.starts_with(word)) return true;
    return false;
}

} // namespace

std::string MadeChoice::text() const {
    return fmt::format("{} {} {}{} of {}", kind, rank, value, late ? " late" : "",
                       fmt::join(candidates, " "));
}

RecordedSchedule read_schedule(const std::filesystem::path& path) {
    RecordedSchedule schedule;
    const std::string text = read_text(path);
    std::istringstream lines(text.substr(0, text.rfind('\n') + 1));
    for (std::string line; std::getline(lines, line);) {
        if (begins_head(line))
            schedule.head += line + "\n";
        else if (line == "impossible")
            schedule.impossible = true;
        else if (line.starts_with("also "))
            schedule.late.push_back(parse_late(line));
        else if (!line.empty())
            schedule.choices.push_back(parse_choice(line));
    }
    return schedule;
}

} // namespace sartor::configurator
