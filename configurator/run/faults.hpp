// sartor run --faults: runs in which a rank fails at a call of MPI that was chosen, drawn, or tried one after
// the other.
#pragma once

#include "configurator/support/process.hpp"

#include <cstdint>
#include <string>

namespace sartor::configurator {

/// What --faults says.
struct FaultWish {
    enum class Way { kill, random, explore };
    Way way = Way::explore;
    std::string kill; // "3@17": the rank and which of its calls; several with commas between
    std::uint64_t seed = 0;
    int failures = 1; // of an exploration's runs, at most
};

/// "kill:RANK@CALL", "random", "random:SEED", "explore", "explore:2". Without a seed one is drawn and
/// reported. Errors: throws Error with exit code 2 for anything else.
FaultWish parse_faults(const std::string& text);

/// A program that was cut for faults, and the environment in which it was prepared.
struct FaultyProgram {
    Command command; // the program and its arguments, as the user knows it
    std::string file;
    int ranks = 1;
    bool has_timeout = false;
};

/// Runs it, reports what was found and ends this command: with 0 if all runs went on after the failure and
/// ended with 0, otherwise with the highest exit code. A single run takes the place of this command.
[[noreturn]] void run_with_faults(const FaultyProgram& program, const FaultWish& wish);

} // namespace sartor::configurator
