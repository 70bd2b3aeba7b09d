// How a row of the table reads in C: types, declarations, prototypes.
#include "mpi_api/table/reader/function.hpp"
#include "mpi_api/table/reader/kinds.hpp"

#include <algorithm>
#include <stdexcept>

namespace sartor::table {

namespace {

const Kind& kind_of(const std::string& name) {
    if (const Kind* kind = find_kind(name)) return *kind;
    throw std::logic_error("the MPI standard has no parameters of kind " + name);
}

std::string function_type(const Parameter& parameter, const Kind& kind, bool large) {
    if (!kind.c_type.empty()) return std::string(kind.c_type);
    return parameter.function_type + (large && parameter.polymorphic() ? "_c" : "");
}

/// The bounds after the first, as C wants them: "[3]" for a length of "n,3".
std::string inner_bounds(const std::string& length) {
    const auto comma = length.find(',');
    if (comma == std::string::npos) return {};
    return std::string("[").append(length, comma + 1).append("]");
}

bool is_c_array(const Parameter& parameter, const Kind& kind) {
    if (kind.form == Form::list) return parameter.direction == Direction::in;
    return parameter.array && (kind.form == Form::value || kind.form == Form::object);
}

/// What stands behind the type of one element, when the parameter is no array.
std::string_view stars(const Parameter& parameter, const Kind& kind) {
    switch (kind.form) {
    case Form::value:
        return parameter.direction == Direction::in ? "" : "*";
    case Form::list:
        return "**";
    case Form::variadic:
        return "";
    default:
        return "*";
    }
}

std::string element_type(const Parameter& parameter, const Kind& kind, bool large) {
    const std::string constant = parameter.constant ? "const " : "";
    if (kind.form == Form::variadic) return "...";
    if (kind.form == Form::function) return constant + function_type(parameter, kind, large);
    return constant + std::string(large ? kind.large_c_type : kind.c_type);
}

} // namespace

bool Parameter::polymorphic() const {
    return kind.starts_with("POLY");
}

std::string Parameter::c_type(bool large) const {
    const Kind& its_kind = kind_of(kind);
    const std::string element = element_type(*this, its_kind, large);
    if (!is_c_array(*this, its_kind)) return element + std::string(stars(*this, its_kind));
    const std::string inner = inner_bounds(length);
    return inner.empty() ? element + "*" : element + " (*)" + inner;
}

std::string Parameter::c_declaration(bool large) const {
    const Kind& its_kind = kind_of(kind);
    if (its_kind.form == Form::variadic) return "...";
    // MPI_UNWEIGHTED is an address and no array: as an array GCC would have it read.
    if (!is_c_array(*this, its_kind) || kind == "WEIGHT") return c_type(large) + " " + name;
    return element_type(*this, its_kind, large) + " " + name + "[]" + inner_bounds(length);
}

std::string Function::c_return_type() const {
    return std::string(kind_of(return_kind).c_type);
}

std::string Function::c_parameters(bool large) const {
    std::string list;
    for (const Parameter& parameter : parameters) {
        if (parameter.large_only && !large) continue;
        list += (list.empty() ? "" : ", ") + parameter.c_declaration(large);
    }
    return list.empty() ? "void" : list;
}

std::string Function::prototype(std::string_view as_name, bool large) const {
    return c_return_type() + " " + std::string(as_name) + "(" + c_parameters(large) + ")";
}

} // namespace sartor::table
