// sartor tune: which algorithms are the fastest on this machine (EPOS-MPI section 6 names Vadhiyar's
// automatic tuning as its outlook) or between its processes or between computers, and on emulated machines up
// to which size messages go by mailbox.
#pragma once

#include <string>
#include <vector>

namespace sartor::configurator {

struct TuneOptions {
    std::vector<int> ranks = {16}; // ascending; a choice for each
    std::string output = "sartor.tuning";
    std::string machine = "host";
    int processes = 0;                 // on this computer; 0: see hosts
    std::string hosts;                 // computers as of sartor run --hosts; empty: see hostfile
    std::string hostfile;              // a file of them; empty: one process
    std::vector<std::string> families; // empty: all that have sizes; on emulated machines messages, too
    int rounds = 2;                    // runs of each candidate on the host; the shortest time counts
    double minutes = 10;               // no further candidates after that
};

/// Measures each algorithm of each collective, prints what was tried and what is gained, writes the file.
/// Says on standard error what it is doing. Errors: throws Error for names of collectives that are not known,
/// and when nothing can be measured.
void tune(const TuneOptions& options);

} // namespace sartor::configurator
