// A file of JSON, whose text is kept for the lines of what is wrong with it.
#pragma once

#include "configurator/machines/json_lines.hpp"
#include "configurator/support/error.hpp"

#include <cstddef>
#include <fmt/ranges.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace sartor::configurator {

/// A JSON file with its text, so that errors can name the line. Keys are the names of members from the
/// outermost on, and the numbers of elements in lists.
/// Errors: all functions throw Error naming file and line.
class JsonFile {
  public:
    /// An object with two members of one name is refused.
    explicit JsonFile(std::string path);

    template <class... Arguments>
    [[noreturn]] void wrong(const std::vector<std::string>& keys, fmt::format_string<Arguments...> format,
                            Arguments&&... arguments) const {
        fail("{}:{}: {}: {}", path_, line(keys), fmt::join(keys, "."),
             fmt::format(format, std::forward<Arguments>(arguments)...));
    }
    int line(const std::vector<std::string>& keys) const { return line_of(text_, keys); }

    const nlohmann::json& content() const { return content_; }
    const std::string& path() const { return path_; }

    /// A member of the object at these keys.
    std::string text(const nlohmann::json& object, std::vector<std::string> keys, const char* member) const;

    /// A member of the whole: numbers from 0.
    std::vector<int> numbers(const char* member, std::size_t most) const;

  private:
    // The library would take the later one of two members with one name.
    bool see(nlohmann::json::parse_event_t event, const nlohmann::json& parsed);
    // Of the count-th member with this name in the whole text.
    std::ptrdiff_t line_of_member(const std::string& name, int count) const;

    std::string path_;
    std::string text_;
    std::vector<std::set<std::string>> members_; // of the objects that are open while the text is read
    std::map<std::string, int> seen_;
    nlohmann::json content_;
};

} // namespace sartor::configurator
