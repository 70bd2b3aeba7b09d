// sartor tune: which algorithms are the fastest on this machine (EPOS-MPI section 6 names Vadhiyar's
// automatic tuning as its outlook).
#pragma once

#include <string>
#include <vector>

namespace sartor::configurator {

struct TuneOptions {
    std::vector<int> ranks = {16}; // ascending; a choice for each
    std::string output = "sartor.tuning";
    std::vector<std::string> families; // empty: all that have sizes
    int rounds = 2;                    // runs of each candidate; the shortest time counts
};

/// Measures each algorithm of each collective, prints what was tried and what is gained, writes the file.
/// Errors: throws Error for names of collectives that are not known, and when nothing can be measured.
void tune(const TuneOptions& options);

} // namespace sartor::configurator
