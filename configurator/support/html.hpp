// Pages of one file.
#pragma once

#include "components/trace/page_style.hpp"

#include <fmt/format.h>
#include <string>
#include <string_view>

namespace sartor::configurator {

inline std::string escaped(std::string_view text) {
    std::string html;
    for (const char letter : text) {
        const char* const escape = letter == '&'   ? "&amp;"
                                   : letter == '<' ? "&lt;"
                                   : letter == '>' ? "&gt;"
                                   : letter == '"' ? "&quot;"
                                                   : nullptr;
        html += escape != nullptr ? std::string(escape) : std::string(1, letter);
    }
    return html;
}

/// To the beginning of the body, in the style of all pages and what this one has besides.
inline std::string page_head(std::string_view title, std::string_view more_style = "") {
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width\"><title>{}</title><style>\n{}{}\n"
        "</style></head><body>\n",
        escaped(title), trace::page_style, more_style);
}

} // namespace sartor::configurator
