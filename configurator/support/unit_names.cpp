// One line for each pair, in SARTOR_UNITS.
#include "configurator/support/unit_names.hpp"

#include "configurator/support/environment.hpp"

#include <sstream>

namespace sartor::configurator {

namespace {

constexpr const char* variable = "SARTOR_UNITS";

std::map<std::string, std::string> passed_names() {
    std::map<std::string, std::string> names;
    std::istringstream lines(environment(variable).value_or(""));
    for (std::string object, source; std::getline(lines, object) && std::getline(lines, source);)
        names[object] = source;
    return names;
}

} // namespace

void pass_unit_names(const std::map<std::string, std::string>& sources_by_object) {
    std::string text;
    for (const auto& [object, source] : sources_by_object) text += object + "\n" + source + "\n";
    setenv(variable, text.c_str(), 1);
}

std::string unit_name(const std::string& object) {
    static const std::map<std::string, std::string> names = passed_names();
    const auto found = names.find(object);
    return found == names.end() ? object : found->second;
}

} // namespace sartor::configurator
