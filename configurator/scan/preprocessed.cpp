// A scanner for what is left of C and C++ after preprocessing: identifiers, literals, line markers.
#include "configurator/scan/preprocessed.hpp"

#include <cctype>

namespace sartor::configurator {

namespace {

bool begins_word(char letter) {
    return std::isalpha(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}
bool in_word(char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

class Scanner {
  public:
    Scanner(std::string_view text, std::string_view header) : text_(text), header_(header) {}

    template <typename Visit>
    void each_identifier(const Visit& visit) {
        bool line_begins = true;
        while (position_ < text_.size()) {
            const char letter = text_[position_];
            if (line_begins && letter == '#')
                read_marker();
            else if (begins_word(letter))
                read_word(visit);
            else if (letter == '"')
                skip_literal('"');
            else if (letter == '\'')
                skip_literal('\'');
            else if (std::isdigit(static_cast<unsigned char>(letter)) != 0)
                skip_number();
            else if (text_.substr(position_).starts_with("/*"))
                skip_past("*/");
            else if (text_.substr(position_).starts_with("//"))
                skip_line();
            else
                ++position_;
            line_begins = position_ > 0 && position_ <= text_.size() && text_[position_ - 1] == '\n';
        }
    }

  private:
    // # 12 "path" flags; of anything else (a pragma) the words count.
    void read_marker() {
        const std::size_t digit = text_.find_first_not_of(" #", position_);
        if (digit == std::string_view::npos || std::isdigit(static_cast<unsigned char>(text_[digit])) == 0) {
            ++position_;
            return;
        }
        const std::size_t start = position_;
        skip_line();
        const std::string_view line = text_.substr(start, position_ - start);
        const std::size_t open = line.find('"');
        const std::size_t close = line.rfind('"');
        if (open == close) return;
        in_header_ = line.substr(open + 1, close - open - 1) == header_;
    }

    template <typename Visit>
    void read_word(const Visit& visit) {
        const std::size_t start = position_;
        while (position_ < text_.size() && in_word(text_[position_])) ++position_;
        const std::string_view word = text_.substr(start, position_ - start);
        const bool opens_literal = position_ < text_.size() && text_[position_] == '"';
        if (opens_literal && word.ends_with('R') && word.size() <= 3) return skip_raw_literal();
        if (!in_header_) visit(word);
    }

    // Digits, letters, points and the quotes between digits of C++: 1'000'000.
    void skip_number() {
        while (position_ < text_.size() &&
               (in_word(text_[position_]) || text_[position_] == '.' || separates_digits()))
            ++position_;
    }
    bool separates_digits() const {
        return text_[position_] == '\'' && position_ + 1 < text_.size() && in_word(text_[position_ + 1]);
    }

    void skip_literal(char quote) {
        ++position_;
        while (position_ < text_.size() && text_[position_] != quote && text_[position_] != '\n')
            position_ += text_[position_] == '\\' ? 2 : 1;
        if (position_ < text_.size()) ++position_;
    }

    void skip_raw_literal() {
        const std::size_t open = text_.find('(', position_);
        if (open == std::string_view::npos) return skip_line();
        skip_past(")" + std::string(text_.substr(position_ + 1, open - position_ - 1)) + "\"");
    }

    void skip_past(std::string_view end) {
        const std::size_t found = text_.find(end, position_);
        position_ = found == std::string_view::npos ? text_.size() : found + end.size();
    }

    void skip_line() { skip_past("\n"); }

    std::string_view text_;
    std::string_view header_;
    std::size_t position_ = 0;
    bool in_header_ = false;
};

} // namespace

std::set<std::string> constants_named(std::string_view preprocessed, std::string_view header_path,
                                      const std::function<bool(std::string_view)>& is_constant) {
    std::set<std::string> names;
    Scanner(preprocessed, header_path).each_identifier([&](std::string_view word) {
        if (word.starts_with("MPI_") && is_constant(word)) names.emplace(word);
    });
    return names;
}

} // namespace sartor::configurator
