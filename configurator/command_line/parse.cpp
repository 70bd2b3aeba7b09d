// CLI11's messages, which name its types and ranges, turned into messages for users.
#include "configurator/command_line/parse.hpp"

#include <array>
#include <fmt/format.h>

#include "configurator/support/pattern.hpp"

namespace sartor::configurator {

namespace {

std::string listed(const std::string& values) {
    const std::size_t last = values.rfind(',');
    std::string text = values.substr(0, last);
    for (std::size_t comma = text.find(','); comma != std::string::npos; comma = text.find(',', comma + 2))
        text.replace(comma, 1, ", ");
    return last == std::string::npos ? text : text + " or " + values.substr(last + 1);
}

// A message of CLI11 and the text that replaces it; $1, $2 are the groups of the pattern.
struct Wording {
    const char* pattern;
    const char* text;
};

constexpr std::array wordings{
    Wording{R"(Could not convert: (\S+) = (.*))", "$1 takes a number, got $2"},
    Wording{R"((\S+): Value (.*) not in range 0\.0+ to \d+\.0+)", "$1 takes a number above 0, got $2"},
    Wording{R"((\S+): (\d+) required \S+ missing)", "$1: its value is missing"},
    Wording{R"((\S+) is required)", "$1 is missing"},
    Wording{R"(The following arguments? (?:was|were) not expected: (.*))", "$1: unexpected argument"}};

} // namespace

std::string in_plain_words(const std::string& message) {
    if (const auto found = Pattern(R"((\S+): (.*) not in \{(.*)\})").match(message))
        return fmt::format("{} takes {}, got {}", (*found)[1], listed((*found)[3]), (*found)[2]);
    for (const Wording& wording : wordings)
        if (const Pattern pattern(wording.pattern); pattern.match(message))
            return pattern.replace(message, wording.text);
    return message;
}

} // namespace sartor::configurator
