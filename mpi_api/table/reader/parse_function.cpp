// A function's row taken apart.
#include "mpi_api/table/reader/kinds.hpp"
#include "mpi_api/table/reader/parse.hpp"
#include "mpi_api/table/reader/words.hpp"

#include <algorithm>
#include <array>

namespace sartor::table {

namespace {

constexpr std::array words{
    Word<Function>{"returns-errors", "errors", [](Function& function) { function.returns_errors = true; }},
    Word<Function>{"any-time", "phase", [](Function& function) { function.any_time = true; }},
    Word<Function>{"world-model", "phase", [](Function& function) { function.world_model = true; }},
    Word<Function>{"frequent", "frequency", [](Function& function) { function.frequent = true; }},
    Word<Function>{"brief", "frequency", [](Function& function) { function.brief = true; }},
    Word<Function>{"names-memory", "memory", [](Function& function) { function.names_memory = true; }},
    Word<Function>{"counts-strings", "strings", [](Function& function) { function.counts_strings = true; }},
    Word<Function>{"collective", "form",
                   [](Function& function) { function.collective_form = CollectiveForm::blocking; }},
    Word<Function>{"nonblocking-collective", "form",
                   [](Function& function) { function.collective_form = CollectiveForm::nonblocking; }},
    Word<Function>{"persistent-collective", "form",
                   [](Function& function) { function.collective_form = CollectiveForm::persistent; }},
};

std::vector<Parameter> parse_parameters(const Line& line, std::string_view text) {
    std::vector<Parameter> parameters;
    if (trimmed(text).empty()) return parameters;
    for (const std::string& piece : split(text, ",")) {
        parameters.push_back(parse_parameter(line, piece));
        const std::string& name = parameters.back().name;
        if (std::ranges::count(parameters, name, &Parameter::name) > 1)
            line.fail("two parameters are called " + in_quotes(name));
    }
    return parameters;
}

std::string parse_return(const Line& line, std::string_view text) {
    if (text.empty()) return "ERROR_CODE";
    const std::string kind{text.starts_with("->") ? trimmed(text.substr(2)) : std::string_view()};
    const Kind* found = find_kind(kind);
    if (!found || found->form != Form::value)
        line.fail(in_quotes(text) + " should read: -> KIND, with a kind that C can return");
    return kind;
}

/// "NAME(PARAMETERS) [-> RETURN]".
Function parse_signature(const Line& line, std::string_view text) {
    const auto open = text.find('(');
    const auto close = text.find(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open)
        line.fail(in_quotes(text) + " should read: NAME(PARAMETERS) [-> RETURN]");
    Function function;
    function.name = trimmed(text.substr(0, open));
    if (!is_name_of_mpi(function.name)) line.fail(in_quotes(function.name) + " is not a name of MPI");
    function.parameters = parse_parameters(line, text.substr(open + 1, close - open - 1));
    function.return_kind = parse_return(line, trimmed(text.substr(close + 1)));
    function.location = line.location;
    return function;
}

/// "folder/file" without suffix.
void set_header(Function& function, const Line& line, const std::string& text) {
    for (const std::string& part : split(text, "/"))
        if (!is_identifier(part))
            line.fail(in_quotes(text) + " should be a header without .hpp, like point_to_point/send");
    function.implementation = text;
}

bool returns_request(const Function& function) {
    const Parameter* request = function.find("REQUEST");
    return request != nullptr && request->direction == Direction::out;
}

/// The words must fit the function's parameters and its header.
void check_words(const Function& function, const Line& line) {
    const Parameter* communicator = function.find("COMMUNICATOR");
    if (function.frequent && (communicator == nullptr || !communicator->is_input_value()))
        line.fail("'frequent' needs a communicator to look up");
    if (function.collective() && communicator == nullptr)
        line.fail("a collective operation needs a communicator");
    if (function.collective() && function.begins_collective() != returns_request(function))
        line.fail("a nonblocking or persistent collective returns a request, a blocking collective does not");
}

/// "HEADER [WORDS]".
void set_implementation(Function& function, const Line& line, std::string_view text) {
    std::vector<std::string> written = split_words(text);
    if (written.empty()) line.fail("a function has a header that implements it");
    set_header(function, line, written.front());
    written.erase(written.begin());
    apply_words(function, line, written, words);
    check_words(function, line);
}

} // namespace

Function parse_function(const Line& line, std::string_view chapter) {
    const std::vector<std::string> fields = split(line.text, "|");
    if (fields.size() != 3)
        line.fail("a function's row has three fields: NAME(PARAMETERS) | features | implementing header");
    Function function = parse_signature(line, fields[0]);
    function.chapter = chapter;
    function.features = name_list(line, fields[1]);
    set_implementation(function, line, fields[2]);
    return function;
}

Function parse_callback(const Line& line) {
    Function callback = parse_signature(line, line.text);
    callback.chapter = "callbacks";
    return callback;
}

} // namespace sartor::table
