// Recognizes the kinds of files and gathers facts from their symbols, sections and notes.
#include "configurator/scan/scan.hpp"

#include "configurator/elf/archive.hpp"
#include "configurator/functions/functions.hpp"
#include "configurator/scan/note.hpp"
#include "configurator/scan/position_independence.hpp"
#include "configurator/scan/writable_data.hpp"
#include "configurator/support/error.hpp"

#include <array>
#include <nlohmann/json.hpp>

namespace sartor::configurator {

namespace {

// Of libraries beside the C and C++ libraries, names begin so: GCC's OpenMP, LLVM's, TBB.
constexpr std::array<std::string_view, 3> thread_starters = {"GOMP_parallel", "__kmpc_fork_call", "_ZN3tbb"};

// Names of failures.table and extensions.table begin so.
constexpr std::array<std::string_view, 7> extensions = {
    "MPIX_Comm_", "MPIX_File_", "MPIX_Op_", "MPIX_Request_", "MPIX_Session_", "MPIX_Type_", "MPIX_Win_"};

bool starts_threads(std::string_view symbol, const LibraryFunction* function) {
    if (function != nullptr && function->has(" starts-threads ")) return true;
    for (const std::string_view starter : thread_starters)
        if (symbol.starts_with(starter)) return true;
    return false;
}

// Of functions that are there for every program nothing is said.
bool means_process(const LibraryFunction& function) {
    return function.verdict != Verdict::shared && !function.is_replaced_by(" runtime ") &&
           !function.is_replaced_by(" runtime/copied ");
}

std::string kind_of(const ElfFile& file) {
    if (file.type() == ET_REL) return "object";
    if (file.type() == ET_EXEC || file.find(".interp") != nullptr) return "executable";
    return "shared library";
}

void see_symbol(Facts& facts, const Symbol& symbol) {
    if (symbol.name.empty() || symbol.binding == STB_LOCAL) return;
    const std::string name(symbol.name.substr(0, symbol.name.find('@')));
    if (is_mpi_function(name))
        (symbol.undefined() ? facts.functions : facts.defined)[name].insert(facts.name);
    if (!symbol.undefined()) return;
    const LibraryFunction* const function = library_function(name);
    if (starts_threads(name, function)) facts.threads[name].insert(facts.name);
    if (function != nullptr && means_process(*function))
        facts.process_calls[std::string(function->symbol)].insert(facts.name);
    if (name == "sartor_called_from") facts.calls_from_fortran = true;
    if (name == "__cxa_throw") facts.throws = true;
}

void see_symbols(Facts& facts, const ElfFile& file) {
    const auto see = [&](const Symbol& symbol) { see_symbol(facts, symbol); };
    const bool is_object = file.type() == ET_REL;
    for (const Section& section : file.sections()) {
        if (is_object && section.header.sh_type == SHT_SYMTAB) file.each_symbol(section, see);
        if (!is_object && section.header.sh_type == SHT_DYNSYM) file.each_live_symbol(section, see);
    }
}

void see_dynamic(Facts& facts, const ElfFile& file) {
    for (const Section& section : file.sections()) {
        if (section.header.sh_type != SHT_DYNAMIC) continue;
        file.each_dynamic(section, [&](std::int64_t tag, std::uint64_t value) {
            if (tag == DT_NEEDED) facts.needed.emplace_back(file.text(section.header.sh_link, value));
            if (tag == DT_FLAGS && (value & DF_STATIC_TLS) != 0)
                facts.thread_local_models["initial exec"].insert(facts.name);
        });
    }
}

// Those of the compiler's start files and of the linker itself are in every library.
bool is_unit(const Symbol& symbol) {
    return symbol.type == STT_FILE && !symbol.name.empty() && symbol.name != "crtstuff.c";
}

std::size_t count_units(const ElfFile& file) {
    std::size_t units = 0;
    for (const Section& section : file.sections())
        if (section.header.sh_type == SHT_SYMTAB)
            file.each_symbol(section, [&](const Symbol& symbol) { units += is_unit(symbol) ? 1 : 0; });
    return units;
}

// Without symbols a library may have parts of which its notes have nothing.
bool has_symbols(const ElfFile& file) {
    return file.type() == ET_REL || file.find(".symtab") != nullptr;
}

bool has_code_or_data(const ElfFile& file) {
    for (const Section& section : file.sections())
        if (section.allocated() && section.header.sh_size != 0 && section.header.sh_type != SHT_NOTE)
            return true;
    return false;
}

// An object, or a library, joined from several has as many notes as it had units, if all were compiled by
// sartor.
void see_notes(Facts& facts, const ElfFile& file) {
    std::size_t count = 0;
    for (const Section& section : file.sections()) {
        if (section.name != note_section) continue;
        for (const UnitNote& note : decode_notes(file, section)) {
            ++count;
            for (const std::string& name : note.constants) facts.constants[name].insert(facts.name);
            if (!note.optimization.empty()) facts.optimization[note.optimization].insert(facts.name);
        }
    }
    const bool whole = count > 0 && count >= count_units(file) && has_symbols(file);
    const bool matters = !facts.link_time_optimized.empty() || has_code_or_data(file);
    if (!whole && matters) facts.without_note.insert(facts.name);
}

void see_object(Facts& facts, const ElfFile& file) {
    for (const Section& section : file.sections())
        if (section.name.starts_with(".gnu.lto_")) facts.link_time_optimized.insert(facts.name);
    see_notes(facts, file);
    see_position(facts, file);
}

// One that has nothing to do with MPI needs no note.
void see_library(Facts& facts, const ElfFile& file) {
    see_notes(facts, file);
    if (facts.functions.empty() && facts.constants.empty()) facts.without_note.clear();
}

Facts scan_one(Bytes bytes, const std::string& name) {
    const ElfFile file(bytes, name);
    if (const Section* carried = file.find(facts_section)) {
        const auto json = nlohmann::json::parse(as_text(file.contents(*carried)), nullptr, false);
        if (json.is_discarded()) file.broken(location_of(*carried), "not the facts that sartor writes");
        try {
            return json.get<Facts>();
        } catch (const nlohmann::json::exception& error) {
            file.broken(location_of(*carried), error.what());
        }
    }
    return scan_elf(file);
}

Facts scan_archive(Bytes bytes, const std::string& name) {
    Facts facts;
    facts.name = name;
    facts.kind = "archive";
    each_member(bytes, name, [&](const ArchiveMember& member) {
        const bool code = is_elf(member.bytes) || member.bytes.empty();
        const std::string unit = fmt::format("{}({})", name, member.name);
        if (!code) fail("{}: offset 0: not an object file", unit);
        merge(facts, scan_one(member.bytes, unit));
    });
    return facts;
}

} // namespace

bool is_mpi_function(std::string_view symbol) noexcept {
    if (symbol.starts_with('P')) symbol.remove_prefix(1);
    const auto lower = [](char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
    };
    for (const std::string_view extension : extensions)
        if (symbol.starts_with(extension)) return true;
    return symbol.size() > 5 && symbol.starts_with("MPI_") && symbol[4] >= 'A' && symbol[4] <= 'Z' &&
           (lower(symbol[5]) || symbol.starts_with("MPI_T_"));
}

Facts scan_elf(const ElfFile& file) {
    Facts facts;
    facts.name = file.name();
    facts.kind = kind_of(file);
    see_symbols(facts, file);
    see_writable_data(facts, file);
    if (file.type() == ET_REL) {
        see_object(facts, file);
        return facts;
    }
    see_dynamic(facts, file);
    if (facts.kind == "shared library") see_library(facts, file);
    return facts;
}

Facts scan_bytes(Bytes bytes, const std::string& name) {
    if (bytes.empty()) fail("{}: the file is empty", name);
    return is_archive(bytes) ? scan_archive(bytes, name) : scan_one(bytes, name);
}

Facts scan_file(const std::string& path) {
    const MappedFile file(path);
    return scan_bytes(file.bytes(), path);
}

} // namespace sartor::configurator
