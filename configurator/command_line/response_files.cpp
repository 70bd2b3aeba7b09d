// Splits at white space; quotes of both kinds and backslashes protect it.
#include "configurator/command_line/response_files.hpp"

#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"

#include <cctype>
#include <filesystem>

namespace sartor::configurator {

namespace {

constexpr int deepest_nesting = 100;

std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> words;
    std::string word;
    bool inside = false;
    char quote = '\0';
    for (std::size_t position = 0; position < text.size(); ++position) {
        const char letter = text[position];
        if (quote == '\0' && std::isspace(static_cast<unsigned char>(letter)) != 0) {
            if (inside) words.push_back(std::move(word));
            word.clear();
            inside = false;
            continue;
        }
        inside = true;
        if (letter == '\\' && position + 1 < text.size())
            word += text[++position];
        else if (quote != '\0' && letter == quote)
            quote = '\0';
        else if (quote == '\0' && (letter == '"' || letter == '\''))
            quote = letter;
        else
            word += letter;
    }
    if (inside) words.push_back(std::move(word));
    return words;
}

void expand(const std::vector<std::string>& arguments, std::vector<std::string>& expanded, int depth) {
    if (depth > deepest_nesting) refuse("response files (@FILE) include each other in a circle");
    for (const std::string& argument : arguments) {
        std::error_code none;
        const bool names_file = argument.size() > 1 && argument.front() == '@' &&
                                std::filesystem::is_regular_file(argument.substr(1), none);
        if (names_file)
            expand(split(read_text(argument.substr(1))), expanded, depth + 1);
        else
            expanded.push_back(argument);
    }
}

} // namespace

std::vector<std::string> expand_response_files(const std::vector<std::string>& arguments) {
    std::vector<std::string> expanded;
    expand(arguments, expanded, 0);
    return expanded;
}

} // namespace sartor::configurator
