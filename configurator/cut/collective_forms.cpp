// Counts by value convert. Arrays of counts do not: a program with both types of a collective's arrays has
// them behind one type, and so one body of the collective.
#include "configurator/cut/collective_forms.hpp"

#include "configurator/cut/argument_checks.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/ranges.h>

namespace sartor::configurator {

namespace {

using table::Function;
using table::Parameter;

// MPI_Bcast, MPI_Ibcast, MPI_Bcast_init -> bcast
std::string blocking_name(const NeededFunction& function) {
    constexpr std::string_view prefix = "MPI_";
    std::string name = function.row->blocking_name().substr(prefix.size());
    std::ranges::transform(name, name.begin(), [](unsigned char letter) { return std::tolower(letter); });
    return name;
}

bool array_of_counts(const Parameter& parameter) {
    return parameter.array && parameter.polymorphic();
}

bool has_arrays_of_counts(const NeededFunction& function) {
    return std::ranges::any_of(function.row->parameters, array_of_counts);
}

bool of_task(const Parameter& parameter) {
    return parameter.kind == "REQUEST" || parameter.kind == "INFO";
}

std::vector<std::string> arguments_of_collective(const NeededFunction& function) {
    std::vector<std::string> names;
    for (const Parameter& parameter : function.row->parameters)
        if (!of_task(parameter)) names.push_back(parameter.name);
    return names;
}

} // namespace

CollectiveForms::CollectiveForms(const Needs& needs) : needs_(needs) {
    for (const NeededFunction& function : needs.functions)
        if (has_arrays_of_counts(function))
            (function.large ? wide_ : narrow_).insert(blocking_name(function));
}

bool CollectiveForms::merged(const NeededFunction& function) const {
    const std::string name = blocking_name(function);
    return narrow_.contains(name) && wide_.contains(name);
}

std::string CollectiveForms::launching_name(const NeededFunction& function) const {
    return "launch_" + blocking_name(function);
}

std::string CollectiveForms::parameters(const NeededFunction& function) const {
    const bool large = function.large || !has_arrays_of_counts(function) || merged(function);
    std::vector<std::string> declarations = {fmt::format("{}& call", shared_call)};
    for (const Parameter& parameter : function.row->parameters)
        if (merged(function) && array_of_counts(parameter))
            declarations.push_back("sartor::mpi::Numbers " + parameter.name);
        else if (!of_task(parameter))
            declarations.push_back(parameter.c_declaration(large));
    return fmt::format("{}, MPI_Request* request, sartor::mpi::Started started",
                       fmt::join(declarations, ", "));
}

// Hints are checked by the entries that have them, and not used.
std::string CollectiveForms::launching_function(const NeededFunction& function) const {
    Function checked = *function.row;
    std::erase_if(checked.parameters, [](const Parameter& one) { return one.kind == "INFO"; });
    std::vector<std::string> refused;
    for (const std::string& check : argument_checks(checked, true)) refused.push_back("!" + check);
    return fmt::format("static int {}({}) {{\n"
                       "    if ({})\n        return call.error();\n"
                       "    const auto blocking = [=](auto& task) {{ return sartor::mpi::{}(task, {}); }};\n"
                       "    return sartor::mpi::launch(call, blocking, {}, request, started);\n"
                       "}}\n",
                       launching_name(function), parameters(function), fmt::join(refused, " || "),
                       blocking_name(function), fmt::join(arguments_of_collective(function), ", "),
                       function.row->find("COMMUNICATOR")->name);
}

std::string CollectiveForms::launching_functions() const {
    std::map<std::string, std::string> functions;
    for (const NeededFunction& function : needs_.functions)
        if (function.row->begins_collective())
            functions.try_emplace(launching_name(function), launching_function(function));
    std::string text;
    for (const auto& [name, definition] : functions) text += "\n" + definition;
    return text;
}

std::string CollectiveForms::call(const NeededFunction& function) const {
    std::vector<std::string> arguments = {"call"};
    for (const Parameter& parameter : function.row->parameters)
        if (merged(function) && array_of_counts(parameter))
            arguments.push_back("sartor::mpi::Numbers(" + parameter.name + ")");
        else if (!of_task(parameter))
            arguments.push_back(parameter.name);
    if (!function.row->begins_collective())
        return fmt::format("sartor::mpi::{}({})", blocking_name(function), fmt::join(arguments, ", "));
    return fmt::format(
        "{}({}, request, sartor::mpi::Started::{})", launching_name(function), fmt::join(arguments, ", "),
        function.row->collective_form == table::CollectiveForm::persistent ? "by_start" : "by_call");
}

} // namespace sartor::configurator
