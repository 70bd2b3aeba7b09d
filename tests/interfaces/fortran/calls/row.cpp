#include "tests/interfaces/fortran/calls/row.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace sartor::fortran_calls {

namespace {

std::vector<std::string> words_of(const std::string& text) {
    std::istringstream input(text);
    std::vector<std::string> words;
    for (std::string word; input >> word;) words.push_back(word);
    return words;
}

void append(std::vector<std::string>& list, const std::vector<std::string>& more) {
    list.insert(list.end(), more.begin(), more.end());
}

std::string behind(const std::string& line, std::size_t position) {
    const std::size_t text = line.find_first_not_of(' ', position);
    return text == std::string::npos ? "" : line.substr(text);
}

// "before: call ..."; false when the line has no such word at its beginning.
bool apply_word(Row& row, const std::string& line) {
    if (line == "main") return row.by_main = true;
    if (line == "incomplete") {
        row.completes = false;
        return true;
    }
    const std::size_t colon = line.find(':');
    const std::string word = line.substr(0, colon);
    if (colon == std::string::npos || line[colon + 1] == '=') return false;
    const std::string text = behind(line, colon + 1);
    if (word == "declare")
        row.declarations.push_back(text);
    else if (word == "before")
        row.before.push_back(text);
    else if (word == "after")
        row.after.push_back(text);
    else if (word == "check")
        row.checks.push_back(text);
    else if (word == "else")
        row.otherwise.push_back(text);
    else if (word == "keep")
        append(row.kept, words_of(text));
    else if (word == "untouched")
        append(row.untouched, words_of(text));
    else if (word == "only")
        row.condition = text;
    else if (word == "error")
        row.error = text;
    else if (word == "ranks")
        row.ranks = text;
    else
        return false;
    return true;
}

void apply(Row& row, const std::string& line) {
    if (apply_word(row, line)) return;
    const std::vector<std::string> words = words_of(line);
    if (words.size() < 3 || (words[1] != "=" && words[1] != ":="))
        throw std::runtime_error("calls.table: what is \"" + line + "\"?");
    auto& values = words[1] == "=" ? row.values : row.arguments;
    values[words[0]] = behind(line, line.find(words[1]) + words[1].size());
}

} // namespace

bool matches(const std::string& pattern, const std::string& function) {
    if (!pattern.ends_with('*')) return pattern == function;
    return function.starts_with(pattern.substr(0, pattern.size() - 1));
}

Rows Rows::read(const std::filesystem::path& file) {
    std::ifstream input(file);
    if (!input) throw std::runtime_error("cannot read " + file.string());
    Rows rows;
    for (std::string line; std::getline(input, line);) {
        if (line.empty() || line[0] == '#') continue;
        if (line[0] != ' ')
            rows.entries_.push_back({words_of(line), {}});
        else if (rows.entries_.empty())
            throw std::runtime_error("calls.table: \"" + line + "\" belongs to no function");
        else
            rows.entries_.back().lines.push_back(behind(line, 0));
    }
    return rows;
}

Row Rows::of(const std::string& function) const {
    Row row;
    for (const Entry& entry : entries_)
        if (std::ranges::any_of(entry.names,
                                [&](const std::string& name) { return matches(name, function); }))
            for (const std::string& line : entry.lines) apply(row, line);
    return row;
}

std::vector<std::string> Rows::names() const {
    std::vector<std::string> all;
    for (const Entry& entry : entries_) append(all, entry.names);
    return all;
}

} // namespace sartor::fortran_calls
