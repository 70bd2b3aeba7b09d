// The files that took part in a link, as linkers list them with --trace.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace sartor::configurator {

using Members = std::map<std::string, std::set<std::string>>;

struct UsedFiles {
    std::vector<std::string> objects;
    Members members; // archive -> its members that took part
    std::vector<std::string> shared_libraries;
    bool link_time_optimized = false;
    bool lists_archives = true; // false: archives may have taken part that are not listed
};

/// Understands the lists of GNU ld, gold, lld and mold. Files that are gone by now (the temporary objects of
/// link-time optimization), linker scripts and archives without members do not count.
UsedFiles parse_trace(const std::string& listing);

} // namespace sartor::configurator
