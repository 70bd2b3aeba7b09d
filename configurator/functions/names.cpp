// What the C library and compilers put before and behind the names of functions.
#include "configurator/functions/names.hpp"

#include <array>

namespace sartor::configurator {

namespace {

using namespace std::string_view_literals;

constexpr std::array prefixes = {"__isoc99_"sv, "__isoc23_"sv, "__"sv, "_"sv, ""sv};
constexpr std::array suffixes = {"_2"sv, "v2"sv, "_chk"sv, "_internal"sv, ""sv};
constexpr std::string_view of_large_files = "64";

void add(std::vector<std::string>& names, std::string_view name, std::string_view symbol) {
    if (!name.empty() && name != symbol) names.emplace_back(name);
}

void add_forms(std::vector<std::string>& names, std::string_view name, std::string_view symbol) {
    add(names, name, symbol);
    const std::size_t position = name.find(of_large_files);
    if (position == std::string_view::npos) return;
    std::string shorter(name);
    add(names, shorter.erase(position, of_large_files.size()), symbol);
}

} // namespace

std::vector<std::string> plain_names(std::string_view symbol) {
    std::vector<std::string> names;
    const bool has_others = symbol.starts_with('_') || symbol.find(of_large_files) != std::string_view::npos;
    if (!has_others || symbol.starts_with("_Z")) return names;
    for (const std::string_view prefix : prefixes)
        for (const std::string_view suffix : suffixes) {
            const bool fits = symbol.starts_with(prefix) && symbol.ends_with(suffix) &&
                              symbol.size() > prefix.size() + suffix.size();
            if (fits)
                add_forms(names, symbol.substr(prefix.size(), symbol.size() - prefix.size() - suffix.size()),
                          symbol);
        }
    return names;
}

std::string without_qualifiers(std::string_view symbol) {
    constexpr std::string_view transactions = "_ZGTt";
    std::string name(symbol);
    if (name.starts_with(transactions)) name.replace(0, transactions.size(), "_Z");
    if (!name.starts_with("_ZN")) return name;
    constexpr std::size_t begin = 3;
    const std::size_t end = name.find_first_not_of("KVRO", begin);
    return end == std::string::npos ? name : name.erase(begin, end - begin);
}

} // namespace sartor::configurator
