#include "mpi_api/table/emit/type_tags.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace sartor::table {

namespace {

/// A type that <stdint.h> and mpi.h know in C and in C++; not std::byte, bool, nor what is a structure.
bool is_tagged(const std::string& type) {
    return !type.empty() && type != "-" && type != "bool" && type != "wchar_t" &&
           !type.starts_with("std::") && !type.starts_with("quad_") && !type.starts_with("{");
}

/// What may stand between a buffer and the datatype of its elements: their number, displacements of parts,
/// another buffer of such elements.
bool stands_between(const Parameter& parameter) {
    return parameter.kind == "BUFFER" || parameter.kind.starts_with("POLYXFER_NUM_ELEM") ||
           parameter.kind.starts_with("POLYDTYPE_NUM_ELEM") ||
           parameter.kind.starts_with("POLYDISPLACEMENT") || parameter.kind.starts_with("POLYNUM_PARAM") ||
           parameter.kind.starts_with("NUM_");
}

} // namespace

std::string type_tags(const Table& table) {
    std::string text = "\n/* Clang compares the type of a buffer with its datatype (-Wtype-safety) where "
                       "SARTOR_TYPE_TAGS is "
                       "defined, as\n   sartor cc --checked does. */\n"
                       "#if defined(SARTOR_TYPE_TAGS) && defined(__clang__)\n"
                       "#define SARTOR_BUFFER(buffer, type) "
                       "__attribute__((pointer_with_type_tag(mpi, buffer, type)))\n";
    for (const Constant& constant : table.constants())
        if (constant.predefined_datatype() && is_tagged(constant.described))
            text += fmt::format("static const int sartor_type_of_{} "
                                "__attribute__((type_tag_for_datatype(mpi, {}), unused)) = {};\n",
                                constant.name, constant.described, constant.value);
    return text + "#else\n#define SARTOR_BUFFER(buffer, type)\n#endif\n";
}

std::string tags_of_buffers(const Function& function) {
    std::string text;
    const auto& parameters = function.parameters;
    for (std::size_t buffer = 0; buffer < parameters.size(); ++buffer) {
        if (parameters[buffer].kind != "BUFFER") continue;
        std::size_t type = buffer + 1;
        while (type < parameters.size() && stands_between(parameters[type])) ++type;
        if (type < parameters.size() && parameters[type].kind == "DATATYPE" && !parameters[type].array)
            text += fmt::format(" SARTOR_BUFFER({}, {})", buffer + 1, type + 1);
    }
    return text;
}

} // namespace sartor::table
