// The text becomes a part of the cut's source, so the cut's name in the cache follows it, and an executable
// carries it.
#include "configurator/choices/topology_file.hpp"

#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"
#include "configurator/support/pattern.hpp"

#include <cctype>
#include <filesystem>
#include <fmt/format.h>

namespace sartor::configurator {

bool is_topology_file(const std::string& name) {
    return name.find('/') != std::string::npos || name.ends_with(".hpp");
}

std::string class_of_topology(const std::string& path) {
    std::string name;
    bool word_begins = true;
    for (const char letter : std::filesystem::path(path).stem().string()) {
        const auto code = static_cast<unsigned char>(letter);
        if (std::isalnum(code) != 0) name += word_begins ? static_cast<char>(std::toupper(code)) : letter;
        word_begins = std::isalnum(code) == 0;
    }
    return name;
}

std::string read_topology_file(const std::string& path) {
    if (!std::filesystem::is_regular_file(path)) refuse("--topology {}: there is no such file", path);
    const std::string text = read_text(path);
    const std::string name = class_of_topology(path);
    if (!Pattern("\\b(class|struct)\\s+" + name + "\\b").search(text))
        refuse("--topology {}: the file must define the class {}, which has the file's name; CONTRIBUTING.md "
               "has an example",
               path, name);
    return text;
}

std::string topology_source(const std::string& path, const std::string& text) {
    // The unit itself is no header: the line would be a warning there.
    const std::string body = Pattern("#pragma once").replace(text, "");
    return fmt::format(
        "#include \"topologies/network.hpp\"\n"
        "#line 1 \"{0}\"\n{1}\n"
        "static_assert(sartor::topologies::Network<sartor::topologies::networks::{2}>, \"{0}: {2} is not a "
        "network: topologies/network.hpp lists the functions of a network\");\n"
        "#line 1 \"cut.cpp, after {0}\"\n",
        path, body, class_of_topology(path));
}

} // namespace sartor::configurator
