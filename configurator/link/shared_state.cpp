// What the image leaves to the C and C++ libraries, and what it defines in their place, shows it.
#include "configurator/link/shared_state.hpp"

#include "configurator/elf/elf_file.hpp"
#include "configurator/functions/functions.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"

#include <algorithm>
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
std::vector<const LibraryFunction*> called_of_process(const Names& names, const Program& program) {
    std::map<std::string_view, const LibraryFunction*> in_image, seen;
    const auto add = [&](const LibraryFunction* function) {
        if (function == nullptr || !is_of_process(*function)) return;
        in_image.emplace(function->shown, function);
        if (program.facts.process_calls.contains(std::string(function->symbol)))
            seen.emplace(function->shown, function);
    };
    for (const std::string& name : names.undefined) add(library_function(name));
    for (const std::string& name : names.defined) add(library_function_exactly(name));
    std::map<std::string_view, const LibraryFunction*>& called = seen.empty() ? in_image : seen;
    for (const auto& [symbol, libraries] : program.calls_of_libraries)
        if (const LibraryFunction* const function = library_function_exactly(symbol);
            function != nullptr && is_of_process(*function))
            called.emplace(function->shown, function);
    std::vector<const LibraryFunction*> all;
    for (const auto& [shown, function] : called) all.push_back(function);
    return all;
}

} // namespace

void warn_of_shared_state(const std::string& image_path, const Program& program, const std::string& output) {
    const MappedFile file(image_path);
    const Names names = names_of(ElfFile(file.bytes(), image_path));
    // A program that has no children replaces itself.
    const bool has_children = names.undefined.contains("sartor_rank_fork");
    for (const LibraryFunction* function : called_of_process(names, program))
        if (!has_children || !function->has(" unless-fork "))
            report("{}: warning: the program calls {}: {}; to give each rank a process: --ranks=processes",
                   output, function->shown, function->effect);
    if (names.defined.contains("malloc"))
        report("{}: warning: the program defines malloc: the C and C++ libraries keep theirs, so what they "
               "allocate (strdup, getline, asprintf) must not be freed by the program's free; link the "
               "allocator as a shared library, which serves all",
               output);
}

} // namespace sartor::configurator
