#include "configurator/traces/reader.hpp"

#include "configurator/support/error.hpp"

#include <fstream>
#include <string_view>

namespace sartor::configurator {

namespace {

constexpr std::string_view begin_of_trace = "{\"displayTimeUnit\"";
constexpr std::string_view begin_of_end = "],\"otherData\":";

nlohmann::json parsed(std::string_view text, const std::string& path, int line) {
    try {
        return nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error&) {
        fail("{}:{}: not an event of a trace: was the run that wrote this file killed?", path, line);
    }
}

bool is_end(std::string_view line) {
    return line.starts_with(begin_of_end);
}
std::string_view end_in(std::string_view line) {
    line.remove_prefix(begin_of_end.size());
    line.remove_suffix(line.ends_with('}') ? 1 : 0);
    return line;
}

} // namespace

bool is_trace(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    return std::getline(file, line) && line.starts_with(begin_of_trace);
}

nlohmann::json read_trace_end(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    for (int number = 1; std::getline(file, line); ++number)
        if (is_end(line)) return parsed(end_in(line), path, number);
    return read_trace(path, [](const nlohmann::json&) {}); // says what is wrong
}

nlohmann::json read_trace(const std::string& path,
                          const std::function<void(const nlohmann::json& event)>& see) {
    std::ifstream file(path);
    if (!file) fail("{}: cannot be opened", path);
    std::string line;
    int number = 1;
    if (!std::getline(file, line) || !line.starts_with(begin_of_trace))
        fail("{}: not a trace of sartor run --trace FILE", path);
    while (std::getline(file, line)) {
        ++number;
        std::string_view event = line;
        if (is_end(event)) return parsed(end_in(event), path, number);
        if (event.ends_with(',')) event.remove_suffix(1);
        if (!event.empty()) see(parsed(event, path, number));
    }
    fail("{}:{}: the trace has no end: was the run that wrote this file killed?", path, number);
}

} // namespace sartor::configurator
