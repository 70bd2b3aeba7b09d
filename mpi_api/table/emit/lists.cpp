// The lists that components include: datatypes, operations, error classes.
#include "mpi_api/table/emit/emit.hpp"

#include <fmt/format.h>

#include <set>

namespace sartor::table {

namespace {

constexpr std::string_view generated = "// Generated from mpi_api/table/constants.table: {}.\n";

bool is_pair(const Constant& constant) {
    return constant.described.starts_with('{') && constant.described.ends_with('}');
}

/// "float, int" of "{float, int}".
std::string_view members(const Constant& constant) {
    return std::string_view(constant.described).substr(1, constant.described.size() - 2);
}

bool has_c_type(const Constant& constant) {
    return constant.predefined_datatype() && !constant.described.empty() && !is_pair(constant);
}

} // namespace

std::string emit_datatypes(const Table& table) {
    std::string text = fmt::format(generated, "predefined datatypes, their values and C types");
    std::set<std::string> values;
    for (const Constant& constant : table.constants())
        if (has_c_type(constant) && values.insert(constant.value).second)
            text += fmt::format("SARTOR_DATATYPE({}, {}, {})\n", constant.name, constant.value,
                                constant.described);
    return text;
}

std::string emit_datatype_pairs(const Table& table) {
    std::string text = fmt::format(generated, "datatypes of a value and its index");
    for (const Constant& constant : table.constants())
        if (constant.predefined_datatype() && is_pair(constant))
            text += fmt::format("SARTOR_DATATYPE_PAIR({}, {}, {})\n", constant.name, constant.value,
                                members(constant));
    return text;
}

std::string emit_operations(const Table& table) {
    std::string text = fmt::format(generated, "predefined operations and their values");
    for (const Constant& constant : table.constants())
        if (constant.predefined_operation())
            text += fmt::format("SARTOR_OPERATION({}, {})\n", constant.name, constant.value);
    return text;
}

std::string emit_error_classes(const Table& table) {
    std::string text = fmt::format(generated, "error classes, their values and texts");
    for (const Constant& constant : table.constants())
        if (constant.error_class())
            text += fmt::format("SARTOR_ERROR_CLASS({}, {}, \"{}\")\n", constant.name, constant.value,
                                constant.described);
    return text;
}

} // namespace sartor::table
