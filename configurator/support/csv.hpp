// Lines of comma-separated values (RFC 4180).
#pragma once

#include <string>
#include <vector>

namespace sartor::configurator {

/// In quotes where it needs them.
inline std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\"\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char letter : text) quoted += letter == '"' ? std::string("\"\"") : std::string(1, letter);
    return quoted + "\"";
}

inline std::string csv_line(const std::vector<std::string>& fields) {
    std::string line;
    for (std::size_t index = 0; index < fields.size(); ++index)
        line += (index > 0 ? "," : "") + csv_field(fields[index]);
    return line + "\n";
}

} // namespace sartor::configurator
