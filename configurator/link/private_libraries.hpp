// Which shared libraries each rank has copies of, and which exist once.
#pragma once

#include "configurator/link/needed_libraries.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace sartor::configurator {

/// What the program's objects and the members of archives define for others: name -> type (STT_FUNC...).
struct ProgramSymbols {
    std::map<std::string, unsigned> types;
    bool complete = true; // false: parts in a compiler's intermediate form have no symbol table
};
ProgramSymbols program_symbols(const UsedFiles& used);

struct SortedLibraries {
    std::vector<NeededLibrary> all;
    std::set<std::size_t> copied;          // of these each rank has its own
    std::vector<std::size_t> replace_heap; // for all of the process: not copied, whatever variables they have
    std::set<std::string> common;          // symbols of copied libraries that the program may define, too
    std::set<std::string> hidden;          // of these, those that libraries need, and would find elsewhere
    std::set<std::string> of_rank;         // functions of the C library that they must not share with others
};

/// A library is copied when it has variables, needs something that the program defines or, none of the
/// system's, a function of the C library that each rank has for itself, or needs a library that is copied.
/// direct: those that the image needs, by path. Errors: throws Error when one is another MPI.
SortedLibraries sort_libraries(const std::vector<std::string>& direct, const UsedFiles& used,
                               const LinkerArguments& arguments);

/// The paths of those that the executable loads, once for all ranks. What only a copied library needs is
/// among them if it is in the system's folders; any other is found, and copied, with that library.
std::vector<std::string> loaded_once(const SortedLibraries& libraries,
                                     const std::vector<std::string>& direct);

} // namespace sartor::configurator
