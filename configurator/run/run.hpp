// sartor run: sets up what the process runtime reads, then becomes the program.
#pragma once

#include "configurator/choices/selection.hpp"

#include <string>
#include <vector>

namespace sartor::configurator {

/// A host, and how many ranks it may have; 0: not said.
struct HostRanks {
    std::string name;
    int ranks = 0;
};

struct RunOptions {
    int ranks = 1;
    bool ranks_given = false;       // on the command line
    std::vector<HostRanks> hosts;   // other computers; empty: this one
    int processes = 0;              // that have the ranks; 0: not given, one
    bool survives_failures = false; // the program does, of its ranks
    bool foreign = false;       // the program was not made by sartor: each process becomes a rank by itself
    bool tag_errors = false;    // of such a program: lines on standard error begin with the rank
    std::string universe;       // a name: other runs enter this one, or it enters theirs; or empty
    std::string provider;       // of libfabric, or empty
    std::string container;      // what ranks are: fibers, threads, processes; empty: as the program needs
    std::string machine;        // empty: the one that the program was cut for
    SelectionWishes selection;  // not empty: the program is rebuilt
    std::string mapping;        // "compact", "scatter" or empty: the runtime decides
    std::string stack;          // "64K", "8M" or empty
    std::string cores;          // "0,2-3" or empty: those this process may use
    std::string binding;        // "compact", "spread", "none" or empty: compact, or the order of `cores`
    std::string debug_images;   // a folder or empty
    std::string backlog;        // "0", "64M" or empty
    std::string output_folder;  // for files of each rank's output, perhaps with ":nocopy" behind it; or empty
    std::string schedule;       // "random:7", "explore:200", "replay:FILE" or empty: the program is rebuilt
    std::string faults;         // "kill:3@17", "random:7", "explore:2" or empty: the program is rebuilt
    bool deterministic = false; // one worker, no random addresses
    bool tag_output = false;
    bool variables = false; // list those of the tool interface instead of running: the program is rebuilt
    bool show_placement = false;
    std::string report;        // "true", or files with commas between them: what was left over; empty: not
    std::string report_record; // a file for what is reported, or empty
    std::string suppressions;  // a file of findings that are not reported, of a program built with --checked
    bool watch_all = false;    // the buffers of all immediate operations, of a program built with --checked
    int watchdog = 0;          // seconds; 0: none
    int timeout = 0;           // seconds; 0: none

    // On emulated machines.
    std::string io;                                 // a program for the I/O rank, or empty
    std::string placement;                          // "0,15,io0": the node of each rank
    std::string compute;                            // "none", "measured", "measured:3"
    std::string smem;                               // "unlimited", a size, or empty: the machine\'s
    std::string json;                               // a file for the summary
    std::string eager_limit, lazy_limit, dma_limit; // sizes, or empty: the machine's
    std::string trace, chip, matrix;                // files, or empty: the program is rebuilt for them
    std::string trace_limit;                        // a size, or empty
    std::string profile; // "true", or files with commas between them; empty: none. This computer only
    std::string names;   // "on", "off", "no-cache,forward", or empty
    int per_cluster = 0;
    int threads = 0; // of each rank; 0: not given
    bool no_shortcut = false;
    bool no_summary = false;
};

/// A program as a command names it: in this folder, or in $PATH.
/// Errors: throws Error with exit code 2 if there is none, or if sartor did not make it.
std::string path_made_by_sartor(const std::string& name);

/// command: the program and its arguments.
/// Errors: throws Error with exit code 2 for a program that sartor did not make and for wrong options.
[[noreturn]] void run_program(const RunOptions& options, const std::vector<std::string>& command);

/// Becomes a program that was made for one process, in the one of several that a script is run in. path: its
/// file. Errors: throws Error where it can't be rebuilt for several processes.
[[noreturn]] void run_as_process(const std::string& path, const std::vector<std::string>& command);

/// One of several programs that share MPI_COMM_WORLD, and its arguments.
struct ProgramBlock {
    int ranks = 1;
    std::vector<std::string> command;
};

/// Neighbouring ranks run each program, in the order of the blocks; options.ranks is their sum.
/// Errors: as run_program(), and for emulated machines.
[[noreturn]] void run_programs(const RunOptions& options, const std::vector<ProgramBlock>& blocks);

/// "64K" -> 65536; K, M and G are powers of 1024.
std::size_t parse_size(const std::string& text, const char* option = "--stack");

/// "0,2-3" -> 0, 2, 3
std::vector<int> parse_cores(const std::string& text);

} // namespace sartor::configurator
