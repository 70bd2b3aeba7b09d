// sartor run --schedule: runs whose choices are drawn, tried one after the other, or repeated from a file.
#pragma once

#include "configurator/support/process.hpp"

#include <cstdint>
#include <string>

namespace sartor::configurator {

/// What --schedule says.
struct ScheduleWish {
    enum class Way { random, explore, replay };
    Way way = Way::explore;
    std::uint64_t seed = 0;
    int most_runs = 0;
    std::string file; // to repeat
};

/// "random", "random:SEED", "explore", "explore:N", "replay:FILE". Without a seed one is drawn and reported.
/// Errors: throws Error with exit code 2 for anything else, and for a file that is not there.
ScheduleWish parse_schedule(const std::string& text);

/// A program that was cut for schedules, and the environment in which it was prepared.
struct ScheduledProgram {
    Command command; // the program and its arguments, as the user knows it
    std::string file;
    int ranks = 1;
};

/// Runs it, once or many times, reports what was found and ends this command: with the highest exit code of
/// the runs. A run that is repeated takes the place of this command, so that debuggers find it.
[[noreturn]] void run_by_schedule(const ScheduledProgram& program, const ScheduleWish& wish);

} // namespace sartor::configurator
