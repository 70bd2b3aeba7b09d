#include "configurator/experiment/names_in.hpp"

#include <algorithm>
#include <cctype>

namespace sartor::configurator {

bool is_name_letter(char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

namespace {

std::string take_word(const std::string& text, std::size_t& at) {
    const std::size_t begin = at;
    while (at < text.size() && is_name_letter(text[at])) ++at;
    return text.substr(begin, at - begin);
}

} // namespace

std::vector<NameInExpression> names_in(const std::string& text) {
    std::vector<NameInExpression> names;
    for (std::size_t at = 0; at < text.size();) {
        if (!is_name_letter(text[at])) {
            ++at;
            continue;
        }
        const std::string word = take_word(text, at);
        if (std::isdigit(static_cast<unsigned char>(word.front())) != 0) continue;
        const char next = at < text.size() ? text[at] : '\0';
        if (next == '.' && at + 1 < text.size() && is_name_letter(text[at + 1])) {
            names.push_back({word, take_word(text, ++at), false});
        } else if (next == '(' && (word == "value" || word == "peak")) {
            const std::size_t comma = std::min(text.find(',', at), text.size());
            names.push_back({text.substr(at + 1, comma - at - 1), "", word == "peak"});
            at = std::min(text.find(')', comma), text.size());
        }
    }
    return names;
}

} // namespace sartor::configurator
