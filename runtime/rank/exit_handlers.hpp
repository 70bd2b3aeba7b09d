// Functions that a rank's program has registered for its end: atexit, static and thread_local destructors.
#pragma once

#include "runtime/rank/rank.hpp"

namespace sartor::process {

// Handlers of one rank, last registered first called. A handler may register more and may end the rank again.
struct ExitHandler {
    ExitHandler* earlier;
    void (*function)(void*);
    void* argument;
};

[[nodiscard]] bool add_exit_handler(Rank& rank, void (*function)(void*), void* argument) noexcept;
void run_exit_handlers(Rank& rank) noexcept;
void drop_exit_handlers(Rank& rank) noexcept; // _Exit: none is called

} // namespace sartor::process
