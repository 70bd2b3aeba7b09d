// Words between blanks.
#pragma once

#include <set>
#include <sstream>
#include <string>

namespace sartor::configurator {

/// Each word once.
inline std::set<std::string> words_of(const std::string& text) {
    std::istringstream stream(text);
    std::set<std::string> words;
    for (std::string word; stream >> word;) words.insert(word);
    return words;
}

} // namespace sartor::configurator
