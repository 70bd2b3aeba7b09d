// What the image leaves to the C and C++ libraries, and what it defines in their place, shows it.
#include "configurator/link/shared_state.hpp"

#include "configurator/elf/elf_file.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace sartor::configurator {

namespace {

struct Row {
    std::string_view symbol;
    std::string_view function;
    std::string_view effect;
};

constexpr std::string_view for_all = "it acts on all ranks";

constexpr std::array left_to_libraries = {
    Row{"_ZNSt6locale6globalERKS_", "std::locale::global", for_all},
    Row{"_ZSt13set_terminatePFvvE", "std::set_terminate", for_all},
    Row{"_ZSt15set_new_handlerPFvvE", "std::set_new_handler", for_all},
    Row{"chroot", "chroot", for_all},
    Row{"close_range", "close_range", "it closes files of all ranks"},
    Row{"closefrom", "closefrom", "it closes files of all ranks"},
    Row{"daemon", "daemon", "outside of a child of fork it ends all ranks"},
    Row{"mlockall", "mlockall", for_all},
    Row{"nice", "nice", "it acts on all ranks of a core"},
    Row{"on_exit", "on_exit", "its handlers are not called: use atexit"},
    Row{"prctl", "prctl", "it acts on all ranks, or on those of a core"},
    Row{"ptrace", "ptrace", for_all},
    Row{"seteuid", "seteuid", for_all},
    Row{"setgid", "setgid", for_all},
    Row{"setrlimit", "setrlimit", for_all},
    Row{"setuid", "setuid", for_all},
    Row{"sigqueue", "sigqueue", "it does not know the numbers of ranks: use kill"},
};

// A program that has no children replaces itself.
constexpr std::array replacing = {"execl",  "execle", "execlp",  "execv",
                                  "execve", "execvp", "execvpe", "fexecve"};

struct Names {
    std::set<std::string, std::less<>> undefined;
    std::set<std::string, std::less<>> defined;
};

Names names_of(const ElfFile& image) {
    Names names;
    for (const Section& section : image.sections()) {
        if (section.header.sh_type == SHT_DYNSYM)
            image.each_live_symbol(section, [&](const Symbol& symbol) {
                if (symbol.undefined()) names.undefined.emplace(symbol.name.substr(0, symbol.name.find('@')));
            });
        if (section.header.sh_type == SHT_SYMTAB)
            image.each_symbol(section, [&](const Symbol& symbol) {
                if (!symbol.undefined()) names.defined.emplace(symbol.name);
            });
    }
    return names;
}

} // namespace

void warn_of_shared_state(const std::string& image_path, const std::string& program) {
    const MappedFile file(image_path);
    const Names names = names_of(ElfFile(file.bytes(), image_path));
    for (const Row& row : left_to_libraries)
        if (names.undefined.contains(row.symbol))
            report("{}: warning: the program calls {}: {}; to give each rank a process: sartor run -n N "
                   "--processes N",
                   program, row.function, row.effect);
    const bool has_children = names.undefined.contains("sartor_rank_fork");
    for (const std::string_view name : replacing)
        if (!has_children && (names.undefined.contains(name) || names.defined.contains(name)))
            report("{}: warning: the program calls {} without fork: the new program replaces all ranks; to "
                   "give each "
                   "rank a process: sartor run -n N --processes N",
                   program, name);
    if (names.defined.contains("malloc"))
        report("{}: warning: the program defines malloc: the C and C++ libraries keep theirs, so what they "
               "allocate "
               "(strdup, getline, asprintf) must not be freed by the program's free; link the allocator as a "
               "shared "
               "library, which serves all",
               program);
}

void warn_of_interpreters(const std::vector<std::string>& own_libraries, const std::string& program) {
    constexpr std::array interpreters = {"libpython", "libperl", "libruby", "libR.so", "liboctinterp"};
    for (const std::string& library : own_libraries)
        if (std::ranges::any_of(interpreters, [&](const char* name) { return library.starts_with(name); }))
            report("{}: warning: each rank has a copy of {}, which modules that it opens do not find; to "
                   "give each "
                   "rank a process: sartor run -n N --processes N",
                   program, library);
}

} // namespace sartor::configurator
