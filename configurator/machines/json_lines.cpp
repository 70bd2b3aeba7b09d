// Walks the members of objects and the elements of arrays on the way; everything else is passed over.
#include "configurator/machines/json_lines.hpp"

#include <algorithm>
#include <charconv>

namespace sartor::configurator {

namespace {

class Walk {
  public:
    explicit Walk(std::string_view text) : text_(text) {}

    // The position of a member's name in the object that begins here, or of the element with that number in
    // the array; npos when there is none.
    std::size_t find(std::string_view member) {
        if (peek() == '[') return element(member);
        if (peek() != '{') return std::string_view::npos;
        ++position_;
        while (peek() == '"') {
            const std::size_t start = position_;
            const std::string_view name = string();
            skip(':');
            if (name == member) return start;
            value();
            skip(',');
        }
        return std::string_view::npos;
    }

  private:
    std::size_t element(std::string_view number) {
        std::size_t index = 0;
        if (std::from_chars(number.data(), number.data() + number.size(), index).ec != std::errc())
            return std::string_view::npos;
        for (++position_; peek() != ']' && peek() != '\0'; skip(',')) {
            if (index-- == 0) return position_;
            value();
        }
        return std::string_view::npos;
    }
    char peek() {
        position_ = std::min(text_.find_first_not_of(" \t\r\n", position_), text_.size());
        return position_ < text_.size() ? text_[position_] : '\0';
    }
    void skip(char separator) {
        if (peek() == separator) ++position_;
    }
    std::string_view string() {
        const std::size_t start = ++position_;
        while (position_ < text_.size() && text_[position_] != '"')
            position_ += text_[position_] == '\\' ? 2 : 1;
        return text_.substr(start, position_++ - start);
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
            ++position_;
        } while (position_ < text_.size() &&
                 (depth > 0 || std::string_view(",}]").find(peek()) == std::string_view::npos));
    }

    std::string_view text_;
    std::size_t position_ = 0;
};

} // namespace

int line_of(std::string_view text, const std::vector<std::string>& path) {
    Walk walk(text);
    std::size_t found = 0;
    for (const std::string& member : path) {
        const std::size_t position = walk.find(member);
        if (position == std::string_view::npos) break;
        found = position;
    }
    return 1 + static_cast<int>(std::ranges::count(text.substr(0, found), '\n'));
}

} // namespace sartor::configurator
