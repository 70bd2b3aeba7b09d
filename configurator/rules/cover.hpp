// One MPI library for many programs: what it has besides what one of them needs.
#pragma once

#include "configurator/rules/needs.hpp"

#include <string>
#include <string_view>

namespace sartor::configurator {

/// The word for every function and every constant.
inline constexpr std::string_view cover_everything = "all";
/// The word for what the program needs alone, which is cut for it.
inline constexpr std::string_view cover_nothing = "none";

/// Every function of MPI, both forms. requester: what needs them.
Facts facts_of_all_functions(const table::Table& table, const std::string& requester);

/// The functions and constants that a library is to have besides a program's own. wanted: `all`, or files
/// separated by commas (objects, archives, shared libraries, programs of sartor's); `none` or empty: none.
/// Errors: as scan_file() for the files.
Facts facts_of_cover(const std::string& wanted, const table::Table& table);

/// The same with the full paths of the files.
std::string independent_of_folder(const std::string& wanted);

/// The needs of a library for a program with these needs, and for others. Features that change how ranks run
/// or what a message costs, such as threads and tools, are the program's own, and what requires them is left
/// out. A program with libraries that define MPI functions is not
/// covered, since these take the place of some entries: it gets its own needs.
Needs covered(const Needs& program, const Facts& cover, const table::Table& table);

} // namespace sartor::configurator
