// Walks the members of objects only: arrays and scalars are passed over.
#include "configurator/machines/json_lines.hpp"

#include <algorithm>

namespace sartor::configurator {

namespace {

class Walk {
  public:
    explicit Walk(std::string_view text) : text_(text) {}

    // The place of a member's name in the object that begins here; npos when it has none.
    std::size_t find(std::string_view member) {
        if (peek() != '{') return std::string_view::npos;
        ++place_;
        while (peek() == '"') {
            const std::size_t start = place_;
            const std::string_view name = string();
            skip(':');
            if (name == member) return start;
            value();
            skip(',');
        }
        return std::string_view::npos;
    }

  private:
    char peek() {
        place_ = std::min(text_.find_first_not_of(" \t\r\n", place_), text_.size());
        return place_ < text_.size() ? text_[place_] : '\0';
    }
    void skip(char separator) {
        if (peek() == separator) ++place_;
    }
    std::string_view string() {
        const std::size_t start = ++place_;
        while (place_ < text_.size() && text_[place_] != '"') place_ += text_[place_] == '\\' ? 2 : 1;
        return text_.substr(start, place_++ - start);
    }
    void value() {
        int depth = 0;
        do {
            const char first = peek();
            if (first == '"') {
                string();
                continue;
            }
            depth += (first == '{' || first == '[') ? 1 : 0;
            depth -= (first == '}' || first == ']') ? 1 : 0;
            ++place_;
        } while (place_ < text_.size() &&
                 (depth > 0 || std::string_view(",}]").find(peek()) == std::string_view::npos));
    }

    std::string_view text_;
    std::size_t place_ = 0;
};

} // namespace

int line_of(std::string_view text, const std::vector<std::string>& path) {
    Walk walk(text);
    std::size_t found = 0;
    for (const std::string& member : path) {
        const std::size_t place = walk.find(member);
        if (place == std::string_view::npos) break;
        found = place;
    }
    return 1 + static_cast<int>(std::ranges::count(text.substr(0, found), '\n'));
}

} // namespace sartor::configurator
