// A parameter's text taken apart.
#include "mpi_api/table/kinds.hpp"
#include "mpi_api/table/parse.hpp"

#include <deque>

namespace sartor::table {

namespace {

using Words = std::deque<std::string>;

Words words_of(std::string_view text) {
    Words words;
    for (std::string& word : split(text, " "))
        if (!word.empty()) words.push_back(std::move(word));
    return words;
}

bool take_first(Words& words, std::string_view word) {
    if (words.empty() || words.front() != word) return false;
    words.pop_front();
    return true;
}

bool take_last(Words& words, std::string_view word) {
    if (words.empty() || words.back() != word) return false;
    words.pop_back();
    return true;
}

Direction take_direction(Words& words) {
    if (take_first(words, "out")) return Direction::out;
    if (take_first(words, "inout")) return Direction::inout;
    return Direction::in;
}

/// "KIND" or "KIND:function type".
void set_kind(Parameter& parameter, const Line& line, const std::string& text) {
    const auto colon = text.find(':');
    parameter.kind = text.substr(0, colon);
    if (colon != std::string::npos) parameter.function_type = text.substr(colon + 1);
    const Kind* kind = find_kind(parameter.kind);
    if (!kind) line.fail("the MPI standard has no parameters of kind " + in_quotes(parameter.kind));
    const bool needs_type = kind->form == Form::function && kind->c_type.empty();
    if (needs_type && !is_identifier(parameter.function_type))
        line.fail(parameter.kind + " needs its type: " + parameter.kind + ":MPI_User_function");
    if (!needs_type && colon != std::string::npos)
        line.fail(parameter.kind + " is no function, so it takes no ':" + parameter.function_type + "'");
}

/// "length]" or "length][length]": what stands behind the first bracket. Two bounds become "n,3".
std::string parse_length(const Line& line, std::string_view text) {
    if (!text.ends_with(']') || text.size() < 2)
        line.fail("an array needs a length in brackets: name[count] or name[*]");
    text.remove_suffix(1);
    const std::vector<std::string> bounds = split(text, "][");
    if (bounds.size() > 2 || text.find_first_of("[]") != text.find("]["))
        line.fail("an array has one length or two: [n] or [n][3]");
    return bounds.size() == 1 ? bounds[0] : bounds[0] + "," + bounds[1];
}

/// "name", "name[length]" or "name[length][length]".
void set_name(Parameter& parameter, const Line& line, const std::string& text) {
    const auto bracket = text.find('[');
    parameter.name = text.substr(0, bracket);
    if (!is_identifier(parameter.name)) line.fail(in_quotes(text) + " is no name of a parameter");
    if (bracket == std::string::npos) return;
    parameter.array = true;
    parameter.length = parse_length(line, std::string_view(text).substr(bracket + 1));
}

} // namespace

Parameter parse_parameter(const Line& line, std::string_view text) {
    Parameter parameter;
    Words words = words_of(text);
    parameter.constant = take_first(words, "const");
    parameter.direction = take_direction(words);
    parameter.large_only = take_last(words, "large-only");
    parameter.or_null = take_last(words, "or-null");
    if (words.size() != 2)
        line.fail(in_quotes(text) +
                  " should read: [const] [out|inout] KIND name[[length]] [or-null] [large-only]");
    set_kind(parameter, line, words[0]);
    set_name(parameter, line, words[1]);
    return parameter;
}

} // namespace sartor::table
