// Reads with the library; a callback finds errors that the library accepts.
#include "configurator/machines/json_file.hpp"

#include "configurator/support/file.hpp"

#include <algorithm>
#include <cstdint>

namespace sartor::configurator {

using nlohmann::json;

JsonFile::JsonFile(std::string path) : path_(std::move(path)), text_(read_text(path_)) {
    try {
        content_ = json::parse(
            text_, [this](int, json::parse_event_t event, json& parsed) { return see(event, parsed); });
    } catch (const json::parse_error& error) {
        const std::size_t byte = std::min<std::size_t>(error.byte, text_.size());
        fail("{}:{}: not valid JSON at byte {}", path_,
             1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(byte), '\n'),
             error.byte);
    }
}

std::string JsonFile::text(const json& object, std::vector<std::string> keys, const char* member) const {
    keys.emplace_back(member);
    if (!object.contains(member)) wrong(keys, "is missing");
    if (!object[member].is_string()) wrong(keys, "expected a text");
    return object[member].get<std::string>();
}

std::vector<int> JsonFile::numbers(const char* member, std::size_t most) const {
    const json& list = content_[member];
    if (!list.is_array() || list.size() > most)
        wrong({member}, "expected a list of at most {} numbers", most);
    for (const json& number : list)
        if (!number.is_number_integer() || number.get<std::int64_t>() < 0 ||
            number.get<std::int64_t>() > INT32_MAX)
            wrong({member}, "expected whole numbers from 0, not {}", number.dump());
    return list.get<std::vector<int>>();
}

bool JsonFile::see(json::parse_event_t event, const json& parsed) {
    if (event == json::parse_event_t::object_start) members_.emplace_back();
    if (event == json::parse_event_t::object_end) members_.pop_back();
    if (event != json::parse_event_t::key) return true;
    const std::string name = parsed.get<std::string>();
    const int occurrence = ++seen_[name];
    if (!members_.back().insert(name).second)
        fail("{}:{}: a second member \"{}\"", path_, line_of_member(name, occurrence), name);
    return true;
}

std::ptrdiff_t JsonFile::line_of_member(const std::string& name, int count) const {
    const std::string quoted = '"' + name + '"';
    std::size_t byte = 0;
    for (std::size_t from = 0; count > 0; from = byte + 1) {
        byte = text_.find(quoted, from);
        if (byte == std::string::npos) return 1; // written with escapes
        const std::size_t next = text_.find_first_not_of(" \t\r\n", byte + quoted.size());
        if (next != std::string::npos && text_[next] == ':') --count;
    }
    return 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(byte), '\n');
}

} // namespace sartor::configurator
