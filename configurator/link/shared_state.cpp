// What the image leaves to the C and C++ libraries, and what it defines in their place, shows it.
#include "configurator/link/shared_state.hpp"

#include "configurator/elf/elf_file.hpp"
#include "configurator/functions/functions.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

namespace sartor::configurator {

namespace {

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

bool is_of_process(const LibraryFunction& function) {
    return function.verdict == Verdict::process && !function.has(" certain ");
}

// Functions that act on all ranks. Those that the program's parts are seen to call; where these can't be
// seen, those that its image has or looks for.
std::vector<const LibraryFunction*> called_of_process(const Names& names, const Facts& facts) {
    std::map<std::string_view, const LibraryFunction*> in_image, seen;
    const auto add = [&](const LibraryFunction* function) {
        if (function == nullptr || !is_of_process(*function)) return;
        in_image.emplace(function->shown, function);
        if (facts.process_calls.contains(std::string(function->symbol)))
            seen.emplace(function->shown, function);
    };
    for (const std::string& name : names.undefined) add(library_function(name));
    for (const std::string& name : names.defined) add(library_function_exactly(name));
    std::vector<const LibraryFunction*> called;
    for (const auto& [shown, function] : seen.empty() ? in_image : seen) called.push_back(function);
    return called;
}

} // namespace

void warn_of_shared_state(const std::string& image_path, const Facts& facts, const std::string& program) {
    const MappedFile file(image_path);
    const Names names = names_of(ElfFile(file.bytes(), image_path));
    // A program that has no children replaces itself.
    const bool has_children = names.undefined.contains("sartor_rank_fork");
    for (const LibraryFunction* function : called_of_process(names, facts))
        if (!has_children || !function->has(" unless-fork "))
            report("{}: warning: the program calls {}: {}; to give each rank a process: --ranks=processes",
                   program, function->shown, function->effect);
    if (names.defined.contains("malloc"))
        report("{}: warning: the program defines malloc: the C and C++ libraries keep theirs, so what they "
               "allocate (strdup, getline, asprintf) must not be freed by the program's free; link the "
               "allocator as a shared library, which serves all",
               program);
}

void warn_of_interpreters(const std::vector<std::string>& own_libraries, const std::string& program) {
    constexpr std::array interpreters = {"libpython", "libperl", "libruby", "libR.so", "liboctinterp"};
    for (const std::string& library : own_libraries)
        if (std::ranges::any_of(interpreters, [&](const char* name) { return library.starts_with(name); }))
            report("{}: warning: each rank has a copy of {}, which modules that it opens do not find; to "
                   "give each rank a process: sartor run -n N --processes N",
                   program, library);
}

} // namespace sartor::configurator
