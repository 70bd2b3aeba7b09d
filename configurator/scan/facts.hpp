// Facts: what is found in a program or in a part of it.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <vector>

namespace sartor::configurator {

inline constexpr int facts_version = 1;

/// A variable that the program can write to: each rank has its own copy.
struct Global {
    std::string name; // as the linker knows it
    std::string section;
    std::uint64_t size = 0; // bytes
    bool thread_local_storage = false;
    std::string unit; // file, or file(member)
};

/// Names map to the units where they were seen: file, or file(member).
using Seen = std::map<std::string, std::set<std::string>>;

struct Facts {
    std::string name;
    std::string kind;  // "object", "archive", "shared library", "executable", "program" (one made by sartor)
    Seen functions;    // MPI_ and PMPI_ functions called
    Seen defined;      // MPI_ and PMPI_ functions that it defines itself
    Seen constants;    // MPI constants that its sources name
    Seen optimization; // -O0, -O2...: compiled with this level
    std::set<std::string> without_note;        // units that count as naming every constant
    std::vector<Global> globals;               // writable variables, thread-locals too
    std::uint64_t writable_bytes = 0;          // of all sections with data that the program can write to
    Seen threads;                              // functions called that start threads
    Seen process_calls;                        // functions of the C and C++ libraries that mean a process:
                                               // symbols of configurator/functions/functions.hpp
    Seen thread_local_models;                  // "general dynamic", "initial exec"...
    std::vector<std::string> not_independent;  // one text for each relocation that ties code to an address
    std::set<std::string> link_time_optimized; // units whose functions are known only after the link
    std::vector<std::string> needed;           // shared libraries
    std::vector<std::string> own_libraries;    // of a program: those that each rank has a copy of, and what
                                               // only they need
    bool calls_from_fortran = false;           // through the layer (interfaces/fortran/)
    bool throws = false;                       // exceptions of C++
    std::string ranks;  // of a program, by --ranks: fibers, threads, processes; empty: by the next two
    Seen for_threads;   // of a program: functions, as it calls them, that need an OS thread for each rank
    Seen for_processes; // and those that need a process for each rank

    bool names_every_constant() const noexcept { return !without_note.empty(); }
    /// Whether all units are known to be compiled without optimization: -O0, -Og or no such option.
    bool is_not_optimized() const;
};

/// Adds the facts of a part.
void merge(Facts& whole, const Facts& part);

void to_json(nlohmann::json& json, const Facts& facts);
void from_json(const nlohmann::json& json, Facts& facts);

} // namespace sartor::configurator
