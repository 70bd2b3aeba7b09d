// The program linked as a shared object, with the MPI functions left undefined.
#pragma once

#include "configurator/command_line/linker_arguments.hpp"
#include "configurator/link/private_libraries.hpp"
#include "configurator/link/trace.hpp"
#include "configurator/scan/facts.hpp"
#include "configurator/support/temporary_folder.hpp"
#include "mpi_api/table/reader/table.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace sartor::configurator {

struct Image {
    std::string path;
    UsedFiles used;
    std::map<std::string, std::string> callers; // MPI function -> the first location that calls it
    std::vector<std::string> direct;            // shared libraries that it needs itself, by path
    SortedLibraries libraries;
};

/// The symbols that the image exports to its rank's copies of libraries.
struct Shown {
    std::set<std::string> names;
    std::set<std::string> aliases; // under the name name_for_libraries + these, too
};

/// Names that libraries search for and that would be found in another library: the process runtime lets their
/// copies search for this name instead.
inline constexpr std::string_view name_for_libraries = "sartor_image_own.";

/// The linker's arguments for the image. reports_undefined: the linker can warn about undefined symbols and
/// leave them to the loader all the same, as all but mold do.
std::vector<std::string> image_arguments(const LinkerArguments& arguments, const std::string& output,
                                         const std::string& version_script, bool reports_undefined,
                                         const Shown& shown = {});

/// linker: the real one. provided: symbols of the process runtime.
/// Errors: throws Error after the linker's own messages, or with those objects that are broken or tied to an
/// address.
Image link_image(const std::string& linker, const LinkerArguments& arguments, const table::Table& table,
                 const std::set<std::string>& provided, const TemporaryFolder& folder);

} // namespace sartor::configurator
