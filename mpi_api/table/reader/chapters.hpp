// The chapters of the MPI standard, in its order, and what is no part of it: one file of the table for each.
#pragma once

#include <array>
#include <string_view>

namespace sartor::table {

struct Chapter {
    std::string_view name; ///< the file without its suffix
    std::string_view title;
    bool is_of_standard = true;
    bool is_in_shared_libraries = true; ///< libmpi_abi.so and libsartor_team.so have its functions
};

inline constexpr std::array chapters{
    Chapter{"point_to_point", "Point-to-point communication"},
    Chapter{"partitioned", "Partitioned point-to-point communication"},
    Chapter{"datatypes", "Datatypes"},
    Chapter{"collectives", "Collective communication"},
    Chapter{"groups_contexts_communicators", "Groups, contexts, communicators, and caching"},
    Chapter{"virtual_topologies", "Virtual topologies"},
    Chapter{"environment", "Environmental management"},
    Chapter{"info", "The Info object"},
    Chapter{"process_creation", "Process initialization, creation, and management"},
    Chapter{"one_sided", "One-sided communications"},
    Chapter{"external_interfaces", "External interfaces"},
    Chapter{"files", "I/O"},
    Chapter{"tool_interface", "Tool support"},
    Chapter{"deprecated", "Deprecated interfaces"},
    Chapter{"removed", "Removed interfaces"},
    Chapter{"fortran_support", "Language bindings: what C programs see of Fortran"},
    Chapter{"application_binary_interface", "Application binary interface"},
    Chapter{"failures", "Process failures, which are no part of MPI 5.0", false, false},
    Chapter{"extensions", "Extensions: states of callbacks, which are no part of MPI 5.0", false},
};

/// Whether a chapter, by its name, is one of the standard.
constexpr bool is_of_standard(std::string_view name) {
    for (const Chapter& chapter : chapters)
        if (chapter.name == name) return chapter.is_of_standard;
    return false;
}

/// Whether shared libraries with all of MPI have a chapter, by its name.
constexpr bool is_in_shared_libraries(std::string_view name) {
    for (const Chapter& chapter : chapters)
        if (chapter.name == name) return chapter.is_in_shared_libraries;
    return false;
}

} // namespace sartor::table
