#include "configurator/sweep/algorithms.hpp"

#include "configurator/choices/selection.hpp"
#include "configurator/support/error.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

namespace sartor::configurator {

namespace {

std::string name_in(const std::string& text) {
    return text.substr(0, text.find('='));
}

void check_algorithm(const std::string& wish, const std::string& machine, const std::string& text,
                     const Catalog& catalog) {
    try {
        static_cast<void>(selection_of({{wish}, false, "", machine}, catalog));
    } catch (const Error& error) {
        refuse("--vary {}: {}", text, error.what());
    }
}

} // namespace

bool varies_collective(const std::string& text, const Catalog& catalog) {
    return catalog.find(name_in(text)) != nullptr;
}

Variation parse_algorithms(const std::string& text, const std::string& machine, const Catalog& catalog) {
    Variation variation{name_in(text), {}, Varied::algorithm};
    std::istringstream names(text.substr(std::min(variation.constant.size() + 1, text.size())));
    for (std::string name; std::getline(names, name, ',');) {
        check_algorithm(variation.constant + "=" + name, machine, text, catalog);
        variation.values.push_back(name);
    }
    if (variation.values.empty()) refuse("--vary {}: expected COLLECTIVE=NAME,NAME...", text);
    return variation;
}

std::string topology_of(const std::vector<Variation>& variations, const Point& point) {
    std::string list;
    for (std::size_t index = 0; index < point.size(); ++index)
        if (variations[index].what == Varied::algorithm)
            list += fmt::format("{}{}={}", list.empty() ? "" : ",", variations[index].constant, point[index]);
    return list;
}

} // namespace sartor::configurator
