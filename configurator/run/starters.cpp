#include "configurator/run/starters.hpp"

#include "configurator/elf/elf_file.hpp"
#include "configurator/link/recut.hpp"
#include "configurator/support/file.hpp"
#include "configurator/support/search.hpp"
#include "runtime/rank/launch_variables.hpp"

#include <algorithm>
#include <array>
#include <elf.h>
#include <filesystem>
#include <string_view>

namespace sartor::configurator {

namespace {

using namespace std::string_view_literals;

constexpr std::array shells = {"sh"sv, "bash"sv, "dash"sv, "zsh"sv, "ksh"sv, "csh"sv, "tcsh"sv};

bool is_shell(const std::string& path) {
    return std::ranges::find(shells, std::filesystem::path(path).filename().string()) != shells.end();
}

bool is_python(const std::string& word) {
    return std::filesystem::path(word).filename().string().starts_with("python");
}

bool reads_rank(std::string_view text) {
    bool found = text.find("PMIX_RANK") != text.npos || text.find("SLURM_PROCID") != text.npos;
    process::each_launch_variable({}, [&](std::string_view name, int) {
        found |= !name.ends_with("_SIZE") && !name.ends_with("NRANKS") && text.find(name) != text.npos;
    });
    return found;
}

// The file that a word of a command names, or nothing.
std::string file_of(const std::string& word) {
    std::error_code none;
    if (std::filesystem::is_regular_file(word, none)) return word;
    const auto found = word.find('/') == word.npos ? find_program(word) : std::nullopt;
    return found && std::filesystem::is_regular_file(*found, none) ? found->string() : "";
}

bool is_program(const std::string& file) {
    return as_text(MappedFile(file).bytes()).starts_with(ELFMAG);
}

// Words that a shell would take apart, roughly.
bool names_own_program(const std::string& text) {
    constexpr std::string_view between = " \t\n;&|()'\"`";
    for (std::size_t start = 0; (start = text.find_first_not_of(between, start)) != text.npos;) {
        const std::size_t end = std::min(text.find_first_of(between, start), text.size());
        if (const std::string file = file_of(text.substr(start, end - start));
            !file.empty() && is_made_by_sartor(file))
            return true;
        start = end;
    }
    return false;
}

// A script of Python that loads MPI itself.
bool calls_mpi_from_python(std::string_view text) {
    const std::string_view first_line = text.substr(0, text.find('\n'));
    return first_line.find("python") != text.npos && text.find("mpi4py") != text.npos;
}

Starter by_text(std::string_view text) {
    return reads_rank(text) || calls_mpi_from_python(text) ? Starter::each_rank : Starter::once;
}

// Other words than names of programs: a script in this folder or by its path, and what a shell is given.
Starter starter_of_word(const std::string& word, bool of_shell) {
    const std::string file = file_of(word);
    if (!file.empty() && is_made_by_sartor(file)) return Starter::once;
    if (file == word && (of_shell ? !is_program(file) : is_script(file)))
        return by_text(as_text(MappedFile(file).bytes()));
    if (!of_shell) return Starter::other;
    return names_own_program(word) || reads_rank(word) ? by_text(word) : Starter::other;
}

// A program of this system that has no MPI, and no way to load one.
bool calls_no_mpi(const std::string& path) {
    constexpr std::array names = {"dlopen"sv, "dlmopen"sv, "MPI_Init"sv, "MPI_Init_thread"sv};
    if (!is_program(path)) return false;
    bool found = false;
    const MappedFile bytes(path);
    const ElfFile file(bytes.bytes(), path);
    for (const Section& section : file.sections())
        if (section.header.sh_type == SHT_SYMTAB || section.header.sh_type == SHT_DYNSYM)
            file.each_symbol(section, [&](const Symbol& symbol) {
                found |= std::ranges::find(names, symbol.name) != names.end();
            });
    return !found;
}

} // namespace

bool is_script(const std::string& path) {
    return as_text(MappedFile(path).bytes()).starts_with("#!");
}

Starter starter_of(const std::string& path, const std::vector<std::string>& command) {
    if (is_script(path)) return starter_of_word(path, false);
    const bool of_shell = is_shell(path);
    Starter found = Starter::other;
    for (auto word = command.begin() + 1; word != command.end(); ++word) {
        const Starter one = starter_of_word(*word, of_shell);
        if (one == Starter::each_rank) return one;
        if (one == Starter::once) found = one;
    }
    if (found == Starter::once) return found;
    const bool has_python = std::ranges::any_of(command, is_python);
    return of_shell || has_python || calls_no_mpi(path) ? Starter::each_rank : Starter::other;
}

} // namespace sartor::configurator
