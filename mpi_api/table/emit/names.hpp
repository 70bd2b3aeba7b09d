// The names of roles, directions, special values and conditions, in the order of their types.
#pragma once

#include "components/call/argument.hpp"
#include "mpi_api/table/emit/checks.hpp"

#include <iterator>

namespace sartor::table {

using call::Role;
using call::Special;

inline constexpr const char* role_names[] = {
    "buffer",       "count",     "datatype",          "rank",       "tag",
    "communicator", "operation", "request",           "status",     "window",
    "file",         "group",     "session",           "errhandler", "info",
    "length",       "text",      "program_arguments", "function",   "other"};
inline constexpr const char* direction_names[] = {"in", "out", "inout"};
inline constexpr const char* special_names[] = {"none", "null", "proc_null", "any", "root"};
inline constexpr const char* condition_names[] = {"world_initialized",
                                                  "initialized",
                                                  "initialized_with_communicator",
                                                  "session",
                                                  "new_communicators_handler",
                                                  "new_sessions_handler",
                                                  "communicator",
                                                  "communicator_or_null",
                                                  "window",
                                                  "window_or_null",
                                                  "file",
                                                  "file_or_null",
                                                  "request",
                                                  "requests",
                                                  "request_array",
                                                  "array",
                                                  "result",
                                                  "rank",
                                                  "destination",
                                                  "source",
                                                  "root",
                                                  "send_tag",
                                                  "receive_tag",
                                                  "length",
                                                  "group",
                                                  "errhandler",
                                                  "info",
                                                  "hints",
                                                  "count",
                                                  "datatype",
                                                  "datatype_or_null",
                                                  "committed",
                                                  "buffer",
                                                  "operation"};

static_assert(std::size(role_names) == static_cast<std::size_t>(Role::other) + 1);
static_assert(std::size(condition_names) == static_cast<std::size_t>(Condition::operation) + 1);

[[nodiscard]] constexpr const char* name_of(Role role) noexcept {
    return role_names[static_cast<int>(role)];
}
[[nodiscard]] constexpr const char* name_of(Direction direction) noexcept {
    return direction_names[static_cast<int>(direction)];
}
[[nodiscard]] constexpr const char* name_of(Special special) noexcept {
    return special_names[static_cast<int>(special)];
}
[[nodiscard]] constexpr const char* name_of(Condition condition) noexcept {
    return condition_names[static_cast<int>(condition)];
}

} // namespace sartor::table
