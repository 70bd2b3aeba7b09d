// Texts in XML: pictures, and labels of Graphviz.
#pragma once

#include <string>
#include <string_view>

namespace sartor::configurator {

inline std::string xml_text(std::string_view text) {
    std::string safe;
    for (const char letter : text) {
        const char* const escape = letter == '&'   ? "&amp;"
                                   : letter == '<' ? "&lt;"
                                   : letter == '>' ? "&gt;"
                                   : letter == '"' ? "&quot;"
                                                   : nullptr;
        escape != nullptr ? safe += escape : safe += letter;
    }
    return safe;
}

} // namespace sartor::configurator
