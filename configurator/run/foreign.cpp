// What a program needs stands in its file; where it is found is LD_LIBRARY_PATH's (ld.so(8)).
#include "configurator/run/foreign.hpp"

#include "configurator/elf/elf_file.hpp"
#include "configurator/run/environment.hpp"
#include "configurator/support/environment.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"
#include "configurator/support/installation.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace sartor::configurator {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view abi_library = "libmpi_abi.so.1";

// MPICH and its kin, Open MPI.
constexpr std::array other_libraries = {"libmpi.so"sv, "libmpich.so"sv, "libmpicxx.so"sv, "libmpi_cxx.so"sv};

// visit(file, section) for each section of this type; for none where the file is no program of this system.
template <class Visit>
void each_section(const std::string& path, std::uint32_t type, Visit visit) {
    try {
        const MappedFile bytes(path);
        const ElfFile file(bytes.bytes(), path);
        for (const Section& section : file.sections())
            if (section.header.sh_type == type) visit(file, section);
    } catch (const Error&) {
        return;
    }
}

std::vector<std::string> needed_by(const std::string& path) {
    std::vector<std::string> needed;
    each_section(path, SHT_DYNAMIC, [&](const ElfFile& file, const Section& section) {
        file.each_dynamic(section, [&](std::int64_t tag, std::uint64_t value) {
            if (tag == DT_NEEDED) needed.emplace_back(file.text(section.header.sh_link, value));
        });
    });
    return needed;
}

void refuse_other_mpi(const std::string& path, const std::vector<std::string>& needed) {
    for (const std::string& library : needed)
        if (std::ranges::any_of(other_libraries,
                                [&](std::string_view name) { return library.starts_with(name); }))
            refuse("{}: needs {}, the library of another MPI; link it with -lmpi_abi, or build it with "
                   "sartor cc",
                   path, library);
}

} // namespace

bool needs_abi_library(const std::string& path) {
    const std::vector<std::string> needed = needed_by(path);
    refuse_other_mpi(path, needed);
    return std::ranges::any_of(
        needed, [](const std::string& library) { return library.starts_with("libmpi_abi.so"); });
}

bool has_sanitizer(const std::string& path) {
    constexpr std::array runtimes = {"__asan_"sv, "__tsan_"sv, "__lsan_"sv, "__ubsan_"sv};
    bool found = false;
    each_section(path, SHT_DYNSYM, [&](const ElfFile& file, const Section& section) {
        file.each_symbol(section, [&](const Symbol& symbol) {
            found |= std::ranges::any_of(
                runtimes, [&](std::string_view name) { return symbol.name.starts_with(name); });
        });
    });
    return found;
}

// Libraries of network adapters that libfabric may load take signals of crashes, print addresses and exit
// with 1 (libpsm2, libinfinipath): the process is to end by the signal, as the program's own handlers or the
// system have it.
static void leave_crashes_alone() {
    for (const char* variable : {"HFI_NO_BACKTRACE", "IPATH_NO_BACKTRACE"}) setenv(variable, "1", 0);
}

void use_abi_library() {
    const std::filesystem::path folder = Installation::own().shared_libraries();
    if (!std::filesystem::exists(folder / abi_library))
        refuse("there is no {} in {}: build Sartor with libfabric (Debian's package libfabric-dev)",
               abi_library, folder.string());
    const std::string others = environment("LD_LIBRARY_PATH").value_or("");
    leave_crashes_alone();
    set_variable("LD_LIBRARY_PATH", folder.string() + (others.empty() ? "" : ":" + others));
}

} // namespace sartor::configurator
