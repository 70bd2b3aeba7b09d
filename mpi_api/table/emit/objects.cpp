#include "mpi_api/table/emit/objects.hpp"

#include <fmt/format.h>

namespace sartor::table {

namespace {

constexpr std::string_view opening_of_objects = R"(
/* The sizes of buffers that the compiler knows. An argument with side effects has none. */
#if defined(SARTOR_OBJECTS) && defined(__GNUC__)
void sartor_object(const void* address, __SIZE_TYPE__ bytes);
#define SARTOR_OBJECT(address) \
    (__builtin_object_size(address, 0) == (__SIZE_TYPE__)-1 \
         ? (void)0 \
         : sartor_object(address, __builtin_object_size(address, 0)))
)";

/// The parameters up to the last buffer have names; the others follow.
std::string macro(const Function& function, const std::string& name) {
    std::string parameters;
    std::string objects;
    std::string pending;
    for (const Parameter& parameter : function.parameters) {
        pending += (pending.empty() && parameters.empty() ? "" : ", ") + parameter.name;
        if (parameter.kind != "BUFFER") continue;
        parameters += pending;
        pending.clear();
        objects += fmt::format("SARTOR_OBJECT({}), ", parameter.name);
    }
    if (objects.empty() || pending.empty()) return "";
    return fmt::format("#define {0}({1}, ...) ({2}{0}({1}, __VA_ARGS__))\n", name, parameters, objects);
}

} // namespace

std::string macros_of_objects(const Table& table) {
    std::string text(opening_of_objects);
    for (const Function& function : table.functions()) {
        text += macro(function, function.name);
        if (function.has_large_twin()) text += macro(function, function.name + "_c");
    }
    return text + "#endif\n";
}

} // namespace sartor::table
