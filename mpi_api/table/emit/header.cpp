// mpi.h.
#include "mpi_api/table/emit/emit.hpp"
#include "mpi_api/table/emit/header_types.hpp"
#include "mpi_api/table/emit/objects.hpp"
#include "mpi_api/table/emit/type_tags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace sartor::table {

namespace {

constexpr std::string_view opening = R"(/* MPI 5.0 with the standard ABI. Generated from mpi_api/table. */
#ifndef SARTOR_MPI_H
#define SARTOR_MPI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
)";

constexpr std::string_view closing = R"(
#ifdef __cplusplus
}
#endif

#endif /* SARTOR_MPI_H */
)";

/// C types whose constants are the members of an enumeration.
constexpr std::array<std::string_view, 2> enumerations{"MPI_T_cb_safety", "MPI_T_source_order"};

bool in_enumeration(const Constant& constant) {
    return std::ranges::find(enumerations, constant.c_type) != enumerations.end();
}

std::string enumeration(const Table& table, std::string_view type) {
    std::string members;
    for (const Constant& constant : table.constants())
        if (constant.c_type == type)
            members +=
                fmt::format("{}    {} = {}", members.empty() ? "" : ",\n", constant.name, constant.value);
    return fmt::format("\ntypedef enum {} {{\n{}\n}} {};\n", type, members, type);
}

std::string value(const Constant& constant) {
    if (constant.c_type != "int") return fmt::format("(({}){})", constant.c_type, constant.value);
    return constant.value.starts_with('-') ? "(" + constant.value + ")" : constant.value;
}

/// What replaces a constant that MPI-3.0 dropped.
std::string_view successor(const Constant& constant) {
    return constant.watched() ? "a resized datatype has bounds" : "no datatype has this combiner";
}

std::string definition(const Constant& constant) {
    if (constant.removed())
        return fmt::format(
            "#define {0} _Pragma(\"GCC warning \\\"{0} was removed in MPI-3.0: {1}\\\"\") {2}\n",
            constant.name, successor(constant), value(constant));
    return fmt::format("#define {} {}\n", constant.name, value(constant));
}

std::string constants(const Table& table) {
    std::string text, category;
    for (const Constant& constant : table.constants()) {
        if (in_enumeration(constant) || constant.watched() || constant.own()) continue;
        if (constant.category != category) text += fmt::format("\n/* {} */\n", constant.category);
        category = constant.category;
        text += definition(constant);
    }
    return text;
}

// Those of the standard, or Sartor's own.
std::string watched_constants(const Table& table, bool own) {
    std::string visible, defined;
    for (const Constant& constant : table.constants()) {
        if (!constant.watched() || constant.own() != own) continue;
        visible += fmt::format("#define {} {}\n", constant.name, constant.name);
        defined += definition(constant);
    }
    return fmt::format("\n/* Constants that a program's needs are read from. */\n"
                       "#ifdef SARTOR_SCANNING\n{}#else\n{}#endif\n",
                       visible, defined);
}

std::string callbacks(const Table& table) {
    std::string text = "\n";
    for (const Function& callback : table.callbacks()) {
        text += fmt::format("typedef {};\n", callback.prototype(callback.name, false));
        if (callback.has_large_twin())
            text += fmt::format("typedef {};\n", callback.prototype(callback.name + "_c", true));
    }
    return text + std::string(older_callback_names);
}

std::string prototypes(const Table& table, std::string_view prefix) {
    std::string text = "\n";
    for (const Function& function : table.functions()) {
        const std::string name = std::string(prefix) + function.name;
        const std::string end = (prefix.empty() ? tags_of_buffers(function) : "") + ";\n";
        text += fmt::format("{}{}", function.prototype(name, false), end);
        if (function.has_large_twin())
            text += fmt::format("{}{}", function.prototype(name + "_c", true), end);
    }
    return text;
}

} // namespace

std::string emit_header(const Table& table) {
    std::string text = std::string(opening) + std::string(header_types);
    for (const std::string_view type : enumerations) text += enumeration(table, type);
    text += callbacks(table) + constants(table) + watched_constants(table, false);
    text += type_tags(table);
    return text + prototypes(table, "") + prototypes(table, "P") + macros_of_objects(table) +
           std::string(closing);
}

std::string emit_own_constants(const Table& table) {
    return "/* Constants of <sartor.h>, which includes this. Generated from mpi_api/table. */\n"
           "#ifndef SARTOR_CONSTANTS_H\n#define SARTOR_CONSTANTS_H\n" +
           watched_constants(table, true) + "\n#endif\n";
}

} // namespace sartor::table
