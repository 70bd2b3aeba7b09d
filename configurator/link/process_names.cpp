// What the image leaves to the C library shows it; the names themselves are known only when it runs.
#include "configurator/link/process_names.hpp"

#include "configurator/support/error.hpp"

#include <algorithm>
#include <array>
#include <fmt/ranges.h>
#include <functional>
#include <iterator>
#include <set>
#include <string_view>
#include <vector>

namespace sartor::configurator {

namespace {

constexpr std::array<std::string_view, 3> openers = {"shm_open", "sem_open", "mq_open"};

std::set<std::string, std::less<>> left_to_libraries(const ElfFile& image) {
    std::set<std::string, std::less<>> names;
    for (const Section& section : image.sections()) {
        if (section.header.sh_type != SHT_DYNSYM) continue;
        image.each_live_symbol(section, [&](const Symbol& symbol) {
            if (symbol.undefined()) names.emplace(symbol.name.substr(0, symbol.name.find('@')));
        });
    }
    return names;
}

} // namespace

void warn_of_process_names(const ElfFile& image, const std::string& program) {
    const std::set<std::string, std::less<>> called = left_to_libraries(image);
    if (!called.contains("getpid")) return;
    std::vector<std::string_view> opened;
    std::ranges::copy_if(openers, std::back_inserter(opened),
                         [&](std::string_view opener) { return called.contains(opener); });
    if (opened.empty()) return;
    report("{}: warning: the program calls getpid and {}. All ranks of one process get the same number, so "
           "file names with this number are the same for these ranks. If the names must differ, start one "
           "process for each rank: sartor run -n N --processes N",
           program, fmt::join(opened, ", "));
}

} // namespace sartor::configurator
