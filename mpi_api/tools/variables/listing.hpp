// The list of variables for users: sartor run --variables.
#pragma once

#include <cstdio>
#include <string_view>

#include "mpi_api/tools/variables/events.hpp"

namespace sartor::mpi::internal {

[[nodiscard]] constexpr const char* name_of_scope(int scope) noexcept {
    switch (scope) {
    case MPI_T_SCOPE_CONSTANT:
        return "constant";
    case MPI_T_SCOPE_READONLY:
        return "read only";
    default:
        return "can be set by each rank";
    }
}
[[nodiscard]] constexpr const char* name_of_class(int kind) noexcept {
    switch (kind) {
    case MPI_T_PVAR_CLASS_LEVEL:
        return "level";
    case MPI_T_PVAR_CLASS_HIGHWATERMARK:
        return "high watermark";
    case MPI_T_PVAR_CLASS_LOWWATERMARK:
        return "low watermark";
    case MPI_T_PVAR_CLASS_AGGREGATE:
        return "aggregate";
    case MPI_T_PVAR_CLASS_TIMER:
        return "timer";
    case MPI_T_PVAR_CLASS_PERCENTAGE:
        return "share";
    default:
        return "counter";
    }
}
[[nodiscard]] constexpr const char* name_of_type(int type) noexcept {
    switch (type) {
    case type_int:
        return "MPI_INT";
    case type_double:
        return "MPI_DOUBLE";
    case type_char:
        return "MPI_CHAR";
    default:
        return "MPI_UNSIGNED_LONG_LONG";
    }
}

inline void list_one(std::string_view name, const char* kind, const char* type,
                     std::string_view text) noexcept {
    std::printf("  %.*s (%s, %s)\n      %.*s\n", static_cast<int>(name.size()), name.data(), kind, type,
                static_cast<int>(text.size()), text.data());
}

template <class Program>
void list_variables() noexcept {
    std::puts("Control variables (MPI_T_cvar_...):");
    for (const ControlVariableText& one : control_variables)
        list_one(one.name, name_of_scope(one.scope), name_of_type(one.type), one.description);
    std::puts("Performance variables (MPI_T_pvar_...), of each rank:");
    for (const PerformanceVariableText& one : performance_variables<Program>)
        list_one(one.name,
                 one.bind == MPI_T_BIND_MPI_COMM ? "level of a communicator" : name_of_class(one.kind),
                 name_of_type(one.type), one.description);
    std::puts("Events (MPI_T_event_...):");
    for (const ToolEventText& one : tool_events) list_one(one.name, "event", "3 elements", one.description);
}

} // namespace sartor::mpi::internal

// What main() calls instead of the program (runtime/main.cpp). Requires: at the end of a cut.
#define SARTOR_LISTS_VARIABLES                                                                               \
    extern "C" void sartor_list_variables() {                                                                \
        sartor::mpi::internal::list_variables<Program>();                                                    \
    }
