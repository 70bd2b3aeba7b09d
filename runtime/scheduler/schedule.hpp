// Who runs next, where that is not first come, first served: an order that an emulated machine brings.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/channel.h"
#include "runtime/rank/rank.hpp"

namespace sartor::process {

struct Layout;

// Functions of a machine whose ranks all run on one worker. Without one the worker's own order holds.
struct Schedule {
    // Before the ranks are made ready. `state_bytes`: what the library keeps for each of them.
    void (*start)(const Layout& layout, const void* machine, std::size_t state_bytes);
    void (*add)(Rank& rank); // it may run
    Rank* (*next)();         // takes out the one that runs now; null when nothing can ever happen again
    void (*sleep)(Rank& rank, std::int64_t nanoseconds); // adds it when that time has gone by
    void (*compute)(std::int64_t cycles);                // by the running rank
    // By the running rank: operations of its PE, as sartor_operations says.
    void (*operate)(std::int64_t integers, std::int64_t floats, std::int64_t accesses);
    // By the running rank: where one of its protocols changes, as sartor_set_limit says; what it was before.
    std::int64_t (*set_limit)(int limit, std::int64_t bytes);
    void (*end_program)(); // by the running rank: its program and its exit handlers have ended
    void (*describe_time)(char* text, std::size_t bytes); // for reports
    void (*finish)();                                     // after all ranks have ended
    void (*abandon)();                    // instead, when the run ends at once, from any thread
    const sartor_channel_calls* channels; // for programs without MPI
};

} // namespace sartor::process
