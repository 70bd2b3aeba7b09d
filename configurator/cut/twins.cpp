// Counts by value widen where the body is called; arrays of counts and results are of either type.
#include "configurator/cut/twins.hpp"

#include "configurator/cut/argument_checks.hpp"

#include <algorithm>
#include <fmt/ranges.h>

namespace sartor::configurator {

namespace {

using table::Parameter;

bool widens(const Parameter& parameter) {
    const bool by_value = !parameter.array && !parameter.c_type(true).ends_with('*');
    return !parameter.large_only && (by_value || !parameter.polymorphic());
}

// A datatype keeps which counts it was made with: MPI_Type_get_envelope returns it.
bool makes_datatype(const Parameter& parameter) {
    return parameter.kind == "DATATYPE" && parameter.direction == table::Direction::out;
}

bool may_share(const NeededFunction& function) {
    return !function.row->begins_collective() && std::ranges::all_of(function.row->parameters, widens) &&
           std::ranges::none_of(function.row->parameters, makes_datatype);
}

std::string body_name(const NeededFunction& function) {
    return "both_" + function.row->name.substr(std::string_view("MPI_").size());
}

} // namespace

Twins::Twins(const Needs& needs) {
    std::set<std::string> narrow;
    for (const NeededFunction& function : needs.functions)
        if (!function.large) narrow.insert(function.row->name);
    for (const NeededFunction& function : needs.functions)
        if (function.large && narrow.contains(function.row->name) && may_share(function))
            shared_.insert(function.row->name);
}

bool Twins::share(const NeededFunction& function) const {
    return shared_.contains(function.row->name);
}

std::string Twins::head(const NeededFunction& function) {
    return fmt::format("[[gnu::noinline]] static int {}({}& call, {})", body_name(function),
                       type_of_call(*function.row), function.row->c_parameters(true));
}

std::string Twins::call(const NeededFunction& function) {
    std::vector<std::string> arguments = {"call"};
    for (const Parameter& parameter : function.row->parameters) arguments.push_back(parameter.name);
    return fmt::format("{}({})", body_name(function), fmt::join(arguments, ", "));
}

} // namespace sartor::configurator
