// A parameter's text taken apart.
#include "mpi_api/table/reader/kinds.hpp"
#include "mpi_api/table/reader/parse.hpp"
#include "mpi_api/table/reader/words.hpp"

#include <algorithm>
#include <array>

namespace sartor::table {

namespace {

/// Kinds whose null handle the checks of arguments know; for a function it is a null pointer.
constexpr std::array<std::string_view, 7> with_null{"COMMUNICATOR", "DATATYPE",     "INFO",  "FILE",
                                                    "FUNCTION",     "POLYFUNCTION", "WINDOW"};

template <SpecialValue value>
void set_special(Parameter& parameter) {
    parameter.special_value = value;
}
template <Significance significance>
void set_significance(Parameter& parameter) {
    parameter.significance = significance;
}

constexpr std::array attributes{
    Word<Parameter>{"or-null", "value", set_special<SpecialValue::null>},
    Word<Parameter>{"or-proc-null", "value", set_special<SpecialValue::proc_null>},
    Word<Parameter>{"or-any", "value", set_special<SpecialValue::any>},
    Word<Parameter>{"or-root", "value", set_special<SpecialValue::root>},
    Word<Parameter>{"at-root", "where", set_significance<Significance::at_root>},
    Word<Parameter>{"at-leader", "where", set_significance<Significance::at_leader>},
    Word<Parameter>{"in-place", "where", set_significance<Significance::unless_in_place>},
    Word<Parameter>{"unchecked", "where", [](Parameter& parameter) { parameter.unchecked = true; }},
    Word<Parameter>{"large-only", "form", [](Parameter& parameter) { parameter.large_only = true; }},
};

using Words = std::vector<std::string>;

bool take_first(Words& words, std::string_view word) {
    if (words.empty() || words.front() != word) return false;
    words.erase(words.begin());
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
        line.fail(parameter.kind + " is not a function, so it takes no ':" + parameter.function_type + "'");
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
    if (!is_identifier(parameter.name)) line.fail(in_quotes(text) + " is not a name of a parameter");
    if (bracket == std::string::npos) return;
    parameter.array = true;
    parameter.length = parse_length(line, std::string_view(text).substr(bracket + 1));
}

bool has_value(const Parameter& parameter) {
    switch (parameter.special_value) {
    case SpecialValue::none:
        return true;
    case SpecialValue::null:
        return std::ranges::find(with_null, parameter.kind) != with_null.end();
    case SpecialValue::any:
        return parameter.kind == "RANK" || parameter.kind == "TAG";
    default:
        return parameter.kind == "RANK";
    }
}

/// A special value must be one of the kind, and passed by value.
void check_attributes(const Parameter& parameter, const Line& line) {
    if (!has_value(parameter))
        line.fail(parameter.kind + " " + parameter.name + ": its kind has no such special value");
    if (parameter.special_value != SpecialValue::none && !parameter.is_input_value())
        line.fail(parameter.name + ": a special value is for what the program passes by value");
}

} // namespace

Parameter parse_parameter(const Line& line, std::string_view text) {
    Parameter parameter;
    Words words = split_words(text);
    parameter.constant = take_first(words, "const");
    parameter.direction = take_direction(words);
    if (words.size() < 2)
        line.fail(in_quotes(text) + " should read: [const] [out|inout] KIND name[[length]] [attributes]");
    set_kind(parameter, line, words[0]);
    set_name(parameter, line, words[1]);
    apply_words(parameter, line, {words.begin() + 2, words.end()}, attributes);
    check_attributes(parameter, line);
    return parameter;
}

} // namespace sartor::table
