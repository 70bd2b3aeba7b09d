// Small helpers to take lines of the table apart, and the lines themselves.
#include "mpi_api/table/reader/text.hpp"

#include <algorithm>
#include <fstream>

namespace sartor::table {

namespace {

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

} // namespace

std::vector<Line> read_lines(const std::filesystem::path& file) {
    std::ifstream input(file);
    if (!input) throw Error(file.string() + ":0: cannot be read; the table needs this file");
    std::vector<Line> lines;
    std::string text;
    for (int number = 1; std::getline(input, text); ++number) {
        const std::string_view content = trimmed(text);
        if (content.empty() || content.front() == '#') continue;
        lines.push_back({std::string(content), file.string() + ":" + std::to_string(number)});
    }
    if (input.bad()) throw Error(file.string() + ":0: reading failed");
    return lines;
}

std::string in_quotes(std::string_view text) {
    return std::string("'").append(text).append("'");
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r";
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string> split(std::string_view text, std::string_view separator) {
    std::vector<std::string> pieces;
    for (auto end = text.find(separator); end != std::string_view::npos; end = text.find(separator)) {
        pieces.emplace_back(trimmed(text.substr(0, end)));
        text.remove_prefix(end + separator.size());
    }
    pieces.emplace_back(trimmed(text));
    return pieces;
}

std::vector<std::string> split_words(std::string_view text) {
    std::vector<std::string> words = split(text, " ");
    std::erase(words, "");
    return words;
}

std::vector<std::string> name_list(const Line& line, std::string_view text) {
    if (text == "-") return {};
    std::vector<std::string> names = split(text, ",");
    for (const std::string& name : names)
        if (!is_feature_name(name) && !name.starts_with("MPI_"))
            line.fail(in_quotes(name) +
                      " is not a feature; write names like any_source, of predefined datatypes, or -");
    return names;
}

bool is_feature_name(std::string_view text) {
    return is_identifier(text) && std::ranges::none_of(text, [](char c) { return c >= 'A' && c <= 'Z'; });
}

bool is_identifier(std::string_view text) {
    return !text.empty() && is_letter(text.front()) &&
           std::ranges::all_of(text, [](char c) { return is_letter(c) || is_digit(c); });
}

bool is_name_of_mpi(std::string_view text) {
    return is_identifier(text) && (text.starts_with("MPI_") || text.starts_with("MPIX_"));
}

std::string_view without_prefix(std::string_view name) {
    return name.substr(name.find('_') + 1);
}

} // namespace sartor::table
