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

} // namespace sartor::configurator
