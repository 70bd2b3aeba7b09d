#include "configurator/run/large_pages.hpp"

#include <fstream>
#include <string>

namespace sartor::configurator {

namespace {

std::string first_line(const std::filesystem::path& file) {
    std::string line;
    std::getline(std::ifstream(file), line);
    return line;
}

bool reports_freed_pages(const std::filesystem::path& device) {
    constexpr std::size_t free_page_reporting =
        5; // the number of the feature: one digit each, the first is 0
    if (first_line(device / "device") != "0x0005") return false;
    const std::string features = first_line(device / "features");
    return features.size() > free_page_reporting && features[free_page_reporting] == '1';
}

} // namespace

bool host_takes_freed_memory(const std::filesystem::path& devices) {
    std::error_code none; // no such folder: no such devices
    for (const auto& device : std::filesystem::directory_iterator(devices, none))
        if (reports_freed_pages(device.path())) return true;
    return false;
}

} // namespace sartor::configurator
