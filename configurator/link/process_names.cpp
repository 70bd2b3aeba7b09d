// The program's copy of getpid refers to the runtime, and its texts stand in a section of their own.
#include "configurator/link/process_names.hpp"

#include "configurator/support/error.hpp"

#include <algorithm>
#include <string_view>

namespace sartor::configurator {

namespace {

using namespace std::string_view_literals;

bool has_symbol(const ElfFile& image, std::string_view name) {
    bool found = false;
    for (const Section& section : image.sections())
        if (section.header.sh_type == SHT_SYMTAB)
            image.each_symbol(section, [&](const Symbol& symbol) { found |= symbol.name == name; });
    return found;
}

bool has_text(const ElfFile& image, std::string_view text) {
    return std::ranges::any_of(image.sections(), [&](const Section& section) {
        if (section.name != ".rodata") return false;
        const Bytes bytes = image.contents(section);
        const std::string_view all(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        return all.find(text) != std::string_view::npos;
    });
}

} // namespace

void warn_of_process_paths(const ElfFile& image, const std::string& program) {
    if (has_text(image, "/proc/self/maps"sv))
        report("{}: warning: the program reads /proc/self/maps, which names its code /memfd:sartor-image. No "
               "such "
               "file can be opened: dladdr names one that can, and sartor run --debug-images FOLDER writes "
               "files "
               "that stay",
               program);
    if (!has_symbol(image, "getpid") || !has_text(image, "/proc/%"sv)) return;
    report("{}: warning: the program calls getpid and makes paths of /proc. Ranks after the first have "
           "numbers that no "
           "process has: use /proc/self, or start one process for each rank: sartor run -n N --processes N",
           program);
}

} // namespace sartor::configurator
