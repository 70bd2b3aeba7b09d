// Functions are found by symbols, lines and inlined functions by debug information.
#include "configurator/backtrace/names.hpp"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <filesystem>
#include <fmt/format.h>

#include "configurator/support/demangle.hpp"

namespace sartor::backtrace {

namespace {

std::string file_name(const char* path) {
    return path == nullptr ? "" : std::filesystem::path(path).filename().string();
}

// " (file.c:34)"; nothing without debug information.
std::string line_text(const std::string& file, int line) {
    return file.empty() || line == 0 ? "" : fmt::format(" ({}:{})", file, line);
}

struct Symbol {
    std::string name;
    std::uintptr_t offset = 0;
};

Symbol symbol_at(Dwfl_Module* module, std::uintptr_t address) {
    GElf_Off offset = 0;
    GElf_Sym symbol;
    const char* name = dwfl_module_addrinfo(module, address, &offset, &symbol, nullptr, nullptr, nullptr);
    if (name == nullptr) return {};
    return {configurator::without_arguments(configurator::demangled(name)), offset};
}

struct SourceLine {
    std::string path;
    int number = 0;

    std::string text() const { return line_text(file_name(path.c_str()), number); }
};

// An absolute path. folder: where the compiler ran; null when it is not known.
std::string full_path(const char* folder, const char* file) {
    if (file == nullptr) return "";
    const std::filesystem::path path = folder == nullptr ? file : std::filesystem::path(folder) / file;
    return path.lexically_normal().string();
}

const char* folder_of(Dwarf_Die* unit) {
    Dwarf_Attribute attribute;
    return dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
}

// The compilation unit. LLVM's compilers write no table of them by addresses: they are searched, then.
Dwarf_Die* unit_at(Dwfl_Module* module, std::uintptr_t address, Dwarf_Addr& bias) {
    if (Dwarf_Die* unit = dwfl_module_addrdie(module, address, &bias)) return unit;
    for (Dwarf_Die* unit = nullptr; (unit = dwfl_module_nextcu(module, unit, &bias)) != nullptr;)
        if (dwarf_haspc(unit, address - bias) == 1) return unit;
    return nullptr;
}

SourceLine line_at(Dwarf_Die* unit, Dwarf_Addr address) {
    Dwarf_Line* line = dwarf_getsrc_die(unit, address);
    int number = 0;
    const char* file = line == nullptr ? nullptr : dwarf_linesrc(line, nullptr, nullptr);
    if (file == nullptr || dwarf_lineno(line, &number) != 0) return {};
    return {full_path(folder_of(unit), file), number};
}

std::string name_of(Dwarf_Die* die) {
    const char* name = dwarf_diename(die);
    return name == nullptr ? "a function" : name;
}

// The line that an inlined function was called in.
SourceLine call_line(Dwarf_Die* inlined, Dwarf_Die* unit) {
    Dwarf_Attribute attribute;
    Dwarf_Word file = 0;
    Dwarf_Word line = 0;
    Dwarf_Files* files = nullptr;
    std::size_t count = 0;
    if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_file, &attribute), &file) != 0 ||
        dwarf_formudata(dwarf_attr(inlined, DW_AT_call_line, &attribute), &line) != 0 ||
        dwarf_getsrcfiles(unit, &files, &count) != 0)
        return {};
    return {full_path(folder_of(unit), dwarf_filesrc(files, file, nullptr, nullptr)), static_cast<int>(line)};
}

struct Inlined {
    std::vector<Description> calls; // the innermost first
    SourceLine line;                // where the function itself stands then
};

Inlined inlined_at(Dwfl_Module* module, std::uintptr_t address) {
    Inlined found;
    Dwarf_Addr bias = 0;
    Dwarf_Die* unit = unit_at(module, address, bias);
    if (unit == nullptr) return found;
    found.line = line_at(unit, address - bias);
    Dwarf_Die* around = nullptr;
    const int count = dwarf_getscopes(unit, address - bias, &around);
    for (int index = 0; index < count; ++index) {
        if (dwarf_tag(&around[index]) == DW_TAG_subprogram) break;
        if (dwarf_tag(&around[index]) != DW_TAG_inlined_subroutine) continue;
        found.calls.push_back(
            {fmt::format("{}{}, inlined", name_of(&around[index]), found.line.text()), found.line.path});
        found.line = call_line(&around[index], unit);
    }
    std::free(around);
    return found;
}

std::string file_of(const Modules& modules, Dwfl_Module* module) {
    const Copy* copy = modules.copy_of(module);
    if (copy != nullptr) return file_name(copy->library.c_str());
    return file_name(dwfl_module_info(module, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr));
}

} // namespace

std::string function_at(Dwfl_Module* module, std::uintptr_t address) {
    return symbol_at(module, address).name;
}

std::vector<Description> describe(const Modules& modules, Dwfl_Module* module, std::uintptr_t address) {
    const Symbol symbol = symbol_at(module, address);
    Inlined inlined = inlined_at(module, address);
    const std::string file = file_of(modules, module);
    const std::string in_file = file.empty() ? "" : " in " + file;
    std::string text = symbol.name.empty() ? fmt::format("{:#x}", address)
                                           : fmt::format("{}+{:#x}", symbol.name, symbol.offset);
    inlined.calls.push_back({text + inlined.line.text() + in_file, inlined.line.path});
    return inlined.calls;
}

} // namespace sartor::backtrace
