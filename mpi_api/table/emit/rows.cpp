// A row of the table as types for C++ (components/call/row.hpp), and the parts of its entries that a
// preprocessor has to put together: prototypes and the names of arguments.
#include "mpi_api/table/emit/checks.hpp"
#include "mpi_api/table/emit/emit.hpp"
#include "mpi_api/table/emit/names.hpp"
#include "mpi_api/table/reader/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/ranges.h>
#include <map>

namespace sartor::table {

namespace {

// MPI_Send -> send; MPIX_Send as well
std::string implementation_name(std::string_view function) {
    std::string name(without_prefix(function));
    std::ranges::transform(name, name.begin(), [](unsigned char letter) { return std::tolower(letter); });
    return name;
}

std::vector<const Parameter*> parameters_of(const Function& function, bool large) {
    std::vector<const Parameter*> parameters;
    for (const Parameter& parameter : function.parameters)
        if (large || !parameter.large_only) parameters.push_back(&parameter);
    return parameters;
}

bool is_count(std::string_view kind) {
    return kind.ends_with("NUM_ELEM_NNI") || kind == "POLYXFER_NUM_ELEM";
}

Role role_of(const Parameter& parameter) {
    static const std::map<std::string_view, Role> roles = {{"BUFFER", Role::buffer},
                                                           {"DATATYPE", Role::datatype},
                                                           {"RANK", Role::rank},
                                                           {"TAG", Role::tag},
                                                           {"OPERATION", Role::operation},
                                                           {"COMMUNICATOR", Role::communicator},
                                                           {"REQUEST", Role::request},
                                                           {"STATUS", Role::status},
                                                           {"WINDOW", Role::window},
                                                           {"FILE", Role::file},
                                                           {"GROUP", Role::group},
                                                           {"SESSION", Role::session},
                                                           {"ERRHANDLER", Role::errhandler},
                                                           {"INFO", Role::info},
                                                           {"STRING", Role::text},
                                                           {"INFO_VALUE_LENGTH", Role::length}};
    if (const auto found = roles.find(parameter.kind); found != roles.end()) return found->second;
    if (is_count(parameter.kind)) return Role::count;
    if (parameter.kind.starts_with("ARRAY_LENGTH")) return Role::length;
    if (parameter.kind.starts_with("ARGUMENT")) return Role::program_arguments;
    return parameter.function_type.empty() ? Role::other : Role::function;
}

// The argument that is an array's length: none for what may be shorter, or null, or whose length is open.
int index_of_length(const Parameter& array, const std::vector<const Parameter*>& parameters) {
    if (!array.array || array.kind == "ARGUMENT_LIST" || array.kind == "STRING") return call::not_counted;
    const bool by_kind = array.kind == "REQUEST" || (array.kind == "INDEX" && array.length == "*");
    const std::string name = array.length.substr(0, array.length.find(',')); // "n,3": in rows
    const auto found = std::ranges::find_if(parameters, [&](const Parameter* one) {
        return by_kind ? one->kind == "ARRAY_LENGTH_NNI" : one->name == name;
    });
    return found == parameters.end() ? call::not_counted : static_cast<int>(found - parameters.begin());
}

std::vector<call::Argument> arguments_of(const std::vector<const Parameter*>& parameters) {
    std::vector<call::Argument> arguments;
    for (const Parameter* parameter : parameters)
        if (parameter->kind != "VARARGS")
            arguments.push_back(
                {parameter->name.c_str(), role_of(*parameter), parameter->direction, parameter->special_value,
                 parameter->checked_at_entry() ? call::CheckedBy::entry : call::CheckedBy::implementation,
                 parameter->array, index_of_length(*parameter, parameters)});
    return arguments;
}

// What is as it is said by default is left out.
std::string text_of(const call::Argument& argument) {
    std::vector<std::string> fields = {
        fmt::format("\"{}\"", argument.name),
        fmt::format("Role::{}", name_of(argument.role)),
        fmt::format("Direction::{}", name_of(argument.direction)),
        fmt::format("Special::{}", name_of(argument.special)),
        argument.checked_by == call::CheckedBy::entry ? "CheckedBy::entry" : "CheckedBy::implementation",
        argument.is_array ? "true" : "false",
        std::to_string(argument.counted_by)};
    static constexpr std::array defaults = {
        "", "", "Direction::in", "Special::none", "CheckedBy::entry", "false", "-1"};
    while (fields.size() > 2 && fields.back() == defaults[fields.size() - 1]) fields.pop_back();
    return fmt::format("{{{}}}", fmt::join(fields, ", "));
}

std::string list_text(const std::vector<call::Argument>& arguments) {
    std::vector<std::string> texts;
    for (const call::Argument& argument : arguments) texts.push_back(text_of(argument));
    return texts.empty() ? ""
                         : fmt::format("    static constexpr Argument arguments[] = {{\n        {}}};\n",
                                       fmt::join(texts, ",\n        "));
}

// call.destination("dest", dest, comm)
std::string text_of(const Check& check, const std::vector<call::Argument>& arguments) {
    std::vector<std::string> given;
    for (const int index : check.of) {
        const char* const name = arguments[static_cast<std::size_t>(index)].name;
        if (given.empty()) given.push_back(fmt::format("\"{}\"", name));
        given.emplace_back(name);
    }
    return fmt::format("call.{}({})", name_of(check.condition), fmt::join(given, ", "));
}

// All conditions in the function that performs the operation: of a result that another function returns
// GCC 12 would expect that it is seldom performed. Written out here, since deriving it from the arguments
// took a cut twice the time for each entry.
std::string checks_text(const Function& function, const std::vector<call::Argument>& arguments) {
    std::vector<std::string> wrong;
    for (const Check& check : checks_of(function, {arguments.data(), static_cast<int>(arguments.size())}))
        wrong.push_back("!" + text_of(check, arguments));
    if (wrong.empty()) return "";
    std::string parameters = "auto& call";
    std::string names = "call";
    const auto add = [&](std::string_view name) {
        parameters += fmt::format(", auto {}", name);
        names += fmt::format(", {}", name);
    };
    for (const call::Argument& argument : arguments) add(argument.name);
    if (function.begins_collective()) add("started"); // by the call, or later
    // GCC 12 multiplies the probabilities of conditions: after many it takes what follows for seldom, unless
    // it is told. The few of frequent functions are better off without.
    const bool says_unlikely = !function.frequent;
    return fmt::format("    static constexpr bool is_checked = true;\n"
                       "    template <class Next>\n"
                       "    [[gnu::always_inline]] static int perform_if_valid({}) noexcept {{\n"
                       "        if ({}){}\n"
                       "            return call.error();\n"
                       "        return Next::perform({});\n"
                       "    }}\n",
                       parameters, fmt::join(wrong, " ||\n            "),
                       says_unlikely ? " [[unlikely]]" : "", names);
}

// The arguments and their checks.
std::string arguments_text(const Function& function, bool large) {
    const std::vector<call::Argument> arguments = arguments_of(parameters_of(function, large));
    return list_text(arguments) + checks_text(function, arguments);
}

std::string words_text(const Function& function) {
    static constexpr std::array paces = {"seldom", "brief", "frequent"};
    static constexpr std::array forms = {"none", "blocking", "nonblocking", "persistent"};
    const auto pace = static_cast<std::size_t>(function.pace());
    const auto form = static_cast<std::size_t>(function.collective_form);
    return (pace == 0 ? "" : fmt::format("    static constexpr Pace pace = Pace::{};\n", paces[pace])) +
           (form == 0 ? ""
                      : fmt::format("    static constexpr CollectiveForm form = CollectiveForm::{};\n",
                                    forms[form]));
}

std::string operation_text(const Function& function) {
    return fmt::format(
        "    [[gnu::always_inline]] static auto perform(auto& call, auto... arguments) noexcept {{\n"
        "        return {}(call, arguments...);\n"
        "    }}\n",
        implementation_name(function.name));
}

// Counts by value widen where a body of both forms is called. Not shared: arrays of counts, results of either
// type, and a datatype that is made, which keeps which counts it was made with.
bool shares_body(const Function& function) {
    return !function.begins_collective() &&
           std::ranges::all_of(function.parameters, [](const Parameter& parameter) {
               const bool by_value = !parameter.array && !parameter.c_type(true).ends_with('*');
               const bool makes_datatype =
                   parameter.kind == "DATATYPE" && parameter.direction == Direction::out;
               return !parameter.large_only && (by_value || !parameter.polymorphic()) && !makes_datatype;
           });
}

// Programs call it to set something up: compiled for few instructions, which takes the compiler less time,
// too.
bool sets_up(const Function& function) {
    static constexpr std::array chapters = {"communicator/", "datatypes/", "environment/",    "info/",
                                            "sessions/",     "topology/",  "one_sided/create"};
    return !function.checked_in_place() && !function.collective() && function.find("BUFFER") == nullptr &&
           std::ranges::any_of(
               chapters, [&](const char* chapter) { return function.implementation.starts_with(chapter); });
}

std::string head_text(const std::string& name, const std::string& base) {
    return fmt::format("struct {0} : {1} {{\n"
                       "    static constexpr const char* name = \"{0}\";\n"
                       "    static constexpr auto function = &::P{0};\n",
                       name, base);
}

// What begins a collective has the arguments and the operation of the row that it names.
std::string row_text(const Function& function) {
    const std::string& name = function.name;
    std::string text = head_text(name, "Row") + words_text(function);
    text += function.begins_collective()
                ? fmt::format("    using begun = {}_begun;\n", function.blocking_name())
                : arguments_text(function, false) + operation_text(function);
    if (!function.has_large_twin()) return text + "};\n";
    const bool has_more = std::ranges::any_of(function.parameters, &Parameter::large_only);
    return text + fmt::format("    using narrow = {0};\n"
                              "    static constexpr auto large_function = &::P{0}_c;\n"
                              "    static constexpr bool shares_body = {1};\n"
                              "}};\n"
                              "{2}"
                              "    static constexpr bool is_large = true;\n"
                              "{3}}};\n",
                              name, shares_body(function), head_text(name + "_c", name),
                              has_more ? arguments_text(function, true) : "");
}

// A collective with the request that both of the forms that begin it return. Hints are checked by the entries
// that have them, and not used.
std::string begun_row_text(const Function& blocking) {
    Function begun = blocking;
    begun.collective_form = CollectiveForm::nonblocking;
    Parameter request;
    request.kind = "REQUEST";
    request.name = "request";
    request.direction = Direction::out;
    begun.parameters.push_back(request);
    return fmt::format("struct {0}_begun : {0} {{\n{1}{2}}};\n", blocking.name, words_text(begun),
                       arguments_text(begun, false));
}

std::string macros_text(const Function& function, const std::string& name, bool large) {
    std::vector<std::string> names;
    for (const Parameter* parameter : parameters_of(function, large))
        if (parameter->kind != "VARARGS") names.push_back(parameter->name);
    return fmt::format("#define SARTOR_PROTOTYPE_{0}(NAME) {1}{2}\n"
                       "#define SARTOR_ARGUMENTS_{0} {3}\n",
                       name, sets_up(function) ? "__attribute__((cold)) " : "",
                       function.prototype("NAME", large), fmt::join(names, ", "));
}

} // namespace

std::string emit_row(const Function& function) {
    const std::string first = function.begins_collective() ? fmt::format("#include \"mpi_api/rows/{}.hpp\"\n",
                                                                         function.blocking_name())
                                                           : "";
    return fmt::format("// Generated from mpi_api/table/{}.table.\n"
                       "#pragma once\n\n"
                       "#include \"mpi_api/call/row.hpp\"\n{}\n"
                       "{}{}\n"
                       "namespace sartor::mpi::rows {{\n\n{}\n"
                       "}} // namespace sartor::mpi::rows\n",
                       function.chapter, first, macros_text(function, function.name, false),
                       function.has_large_twin() ? macros_text(function, function.name + "_c", true) : "",
                       row_text(function) + (function.collective_form == CollectiveForm::blocking
                                                 ? begun_row_text(function)
                                                 : ""));
}

} // namespace sartor::table
