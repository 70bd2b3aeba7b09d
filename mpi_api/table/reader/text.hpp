// Small helpers to take lines of the table apart, and the lines themselves.
#pragma once

#include "mpi_api/table/reader/error.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::table {

/// A line that is neither empty nor a comment, with its location ("file:line").
struct Line {
    std::string text;
    std::string location;

    [[noreturn]] void fail(const std::string& what) const { throw Error(location + ": " + what); }
};

/// The lines of a file without blank ones and comments (# in front), trimmed.
/// Errors: throws Error when the file cannot be read.
std::vector<Line> read_lines(const std::filesystem::path& file);

/// The text between single quotes.
std::string in_quotes(std::string_view text);

std::string_view trimmed(std::string_view text);

/// The trimmed pieces between separators; one empty piece for an empty text.
std::vector<std::string> split(std::string_view text, std::string_view separator);

/// The pieces between blanks; none is empty.
std::vector<std::string> split_words(std::string_view text);

/// The names of a comma-separated list in lower case letters, digits and _; none for "-".
/// Errors: throws Error at the line for anything else.
std::vector<std::string> name_list(const Line& line, std::string_view text);

/// True for an identifier without capital letters.
bool is_feature_name(std::string_view text);

/// True for letters, digits and _ with no digit in front.
bool is_identifier(std::string_view text);

/// The same with "MPI_" in front, or "MPIX_" of what is no part of the standard.
bool is_name_of_mpi(std::string_view text);

/// "Send" of MPI_Send, MPIX_Send and their like.
std::string_view without_prefix(std::string_view name);

} // namespace sartor::table
