#include "configurator/compile/type_tags.hpp"

#include "configurator/compile/flags.hpp"
#include "configurator/support/pattern.hpp"
#include "configurator/support/search.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <sstream>
#include <string_view>

namespace sartor::configurator {

namespace {

// Of 8 bytes both, and the same for every operation.
std::string without_second_long(std::string type) {
    if (const auto place = type.find("long long"); place != std::string::npos) type.erase(place, 5);
    return type;
}

// "int" of "const int (*)[4]" or "const int *"; nothing for what is no pointer to numbers.
std::optional<std::string> element_of(std::string type) {
    static const Pattern qualifiers("\\b(const|volatile|restrict|__restrict)\\b");
    static const Pattern array("\\(\\*\\)(\\[[0-9]*\\])*");
    static const Pattern spaces(" +");
    type = qualifiers.replace(type, "");
    type = array.replace(type, "*");
    type = spaces.replace(type, " ");
    const auto star = type.find('*');
    if (star == std::string::npos || type.find('*', star + 1) != std::string::npos) return std::nullopt;
    type.resize(star);
    while (type.ends_with(' ')) type.pop_back();
    while (type.starts_with(' ')) type.erase(0, 1);
    constexpr std::array<std::string_view, 14> numbers = {
        "char",         "signed char", "unsigned char", "short",         "unsigned short",     "int",
        "unsigned int", "long",        "long long",     "unsigned long", "unsigned long long", "float",
        "double",       "long double"};
    if (std::ranges::find(numbers, type) == numbers.end()) return std::nullopt;
    return without_second_long(type);
}

} // namespace

std::optional<Child> start_type_check(const CompilerArguments& arguments, const CompilerInput& input) {
    if (!find_program("clang")) return std::nullopt;
    Command command = {"clang", include_flags(Language::c).front()};
    for (const std::string& word : without_side_outputs(arguments_for_source(arguments, input)))
        command.push_back(word);
    for (const char* word :
         {"-fsyntax-only", "-Qunused-arguments", "-Wno-everything", "-Wtype-safety", "-Wno-error",
          "-DSARTOR_TYPE_TAGS", "-fno-caret-diagnostics", "-fno-color-diagnostics"})
        command.emplace_back(word);
    return Child(command, {Output::capture, Output::capture, true});
}

std::vector<std::string> wrong_types(const std::string& messages_of_clang) {
    static const Pattern message(
        "(.*: warning: )argument type (.*) doesn't match specified 'mpi' type tag that "
        "requires '(.*)'.*");
    static const Pattern canonical(".*\\(aka '(.*)'\\)");
    std::vector<std::string> found;
    std::istringstream lines(messages_of_clang);
    for (std::string line; std::getline(lines, line);) {
        const auto parts = message.match(line);
        if (!parts) continue;
        const std::string& shown = (*parts)[2];
        const auto known_as = canonical.match(shown);
        const auto given = element_of(known_as ? (*known_as)[1] : shown.substr(1, shown.size() - 2));
        const auto required = element_of((*parts)[3]);
        if (given && required && *given != *required)
            found.push_back(fmt::format("{}the buffer is {}, its datatype requires '{}'", (*parts)[1], shown,
                                        (*parts)[3]));
    }
    return found;
}

} // namespace sartor::configurator
