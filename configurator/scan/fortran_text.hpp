// Finds the MPI constants that a Fortran unit names, in its text.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace sartor::configurator {

/// How lines are read: by their columns, or not.
enum class FortranForm { fixed, free };

/// By the suffix of the source.
FortranForm fortran_form(const std::string& path);

/// The text of a file that an INCLUDE line names; nothing for MPI's own, and for one that is not found.
using ReadIncluded = std::function<std::optional<std::string>(const std::string& name)>;

/// The names beginning with MPI_ that are constants, outside of comments and of lines that come from
/// own_header (mpif.h); in strings they count. Fortran's constants are values of the modules, which leave no
/// trace in an object; whatever a unit makes of one, it names it. A constant that a module of the program
/// passes on under another name is named by that module's own unit.
std::set<std::string> constants_in_fortran(std::string_view text, FortranForm form,
                                           std::string_view own_header, const ReadIncluded& read_included,
                                           const std::function<bool(std::string_view)>& is_constant);

} // namespace sartor::configurator
