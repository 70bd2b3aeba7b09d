// Copies are in-memory files whose descriptors the calling process passes; all else is in its list of
// mappings.
#include "configurator/backtrace/modules.hpp"

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sstream>
#include <unistd.h>
#include <vector>

namespace sartor::backtrace {

namespace {

int find_elf(Dwfl_Module* module, void** data, const char* name, Dwarf_Addr base, char** file, Elf** elf) {
    if (*file != nullptr || *elf != nullptr) return -1;
    return dwfl_linux_proc_find_elf(module, data, name, base, file, elf);
}

char* debug_folders = nullptr; // the usual ones

const Dwfl_Callbacks module_callbacks = {&find_elf, &dwfl_standard_find_debuginfo,
                                         &dwfl_offline_section_address, &debug_folders};

std::string name_of_copy(std::size_t index) {
    return "copy " + std::to_string(index);
}

} // namespace

Modules::Modules(const Question& question) : question_(question), dwfl_(dwfl_begin(&module_callbacks)) {
    dwfl_report_begin(dwfl());
    report_copies();
    report_files();
    dwfl_report_end(dwfl(), nullptr, nullptr);
}

void Modules::report_copies() {
    for (std::size_t index = 0; index < question_.copies.size(); ++index) {
        const Copy& copy = question_.copies[index];
        const std::string path = "/proc/self/fd/" + std::to_string(copy.descriptor);
        const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC); // the library's own
        if (dwfl_report_elf(dwfl(), name_of_copy(index).c_str(), path.c_str(), descriptor, copy.base, true) ==
            nullptr)
            close(descriptor);
    }
}

// Without the lines of the copies, which may share their text.
void Modules::report_files() {
    FILE* maps = question_.maps < 0 ? nullptr : fdopen(dup(question_.maps), "r");
    if (maps == nullptr) return;
    std::string kept;
    char* line = nullptr;
    std::size_t room = 0;
    while (getline(&line, &room, maps) > 0) {
        std::uintptr_t low = 0;
        std::istringstream(line) >> std::hex >> low;
        const std::string text = line;
        const bool is_file = text.find('/') != std::string::npos && text.find("/memfd:") == std::string::npos;
        if (!is_file || at(low) != nullptr) continue;
        if (executable_.empty()) executable_ = text.substr(text.find('/'), text.find('\n') - text.find('/'));
        kept += text;
    }
    std::free(line);
    std::fclose(maps);
    if (kept.empty()) return;
    FILE* filtered = fmemopen(kept.data(), kept.size(), "r");
    dwfl_linux_proc_maps_report(dwfl(), filtered);
    std::fclose(filtered);
}

Dwfl_Module* Modules::at(std::uintptr_t address) const noexcept {
    return dwfl_addrmodule(dwfl(), address);
}

const Copy* Modules::copy_of(Dwfl_Module* module) const noexcept {
    const std::string name =
        dwfl_module_info(module, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
    for (std::size_t index = 0; index < question_.copies.size(); ++index)
        if (name == name_of_copy(index)) return &question_.copies[index];
    return nullptr;
}

bool Modules::is_executable(Dwfl_Module* module) const noexcept {
    return executable_ ==
           dwfl_module_info(module, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
}

} // namespace sartor::backtrace
