// Environment variables, read and left out.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace sartor::configurator {

/// An empty variable counts as absent.
inline std::optional<std::string> environment(const char* name) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') return std::nullopt;
    return std::string(value);
}

/// True when the variable says 1.
inline bool environment_flag(const char* name) {
    return environment(name) == "1";
}

/// SARTOR_CHECKED: as --checked of sartor cc, when a program is compiled and when it is linked.
inline bool asks_for_checks() {
    return environment("SARTOR_CHECKED").value_or("0") != "0";
}
/// SARTOR_CHECKED=calls: as --checked=calls, without loads and stores.
inline constexpr const char* calls_alone = "calls";
inline bool sees_accesses() {
    return asks_for_checks() && environment("SARTOR_CHECKED") != calls_alone;
}

} // namespace sartor::configurator
