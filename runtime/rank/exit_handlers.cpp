// The list of a rank's exit handlers.
#include "runtime/rank/exit_handlers.hpp"

#include <cstdlib>

namespace sartor::process {

namespace {

struct StatusHandler {
    Rank* rank;
    void (*function)(int, void*);
    void* argument;
};

void call_with_status(void* handler) {
    const StatusHandler called = *static_cast<StatusHandler*>(handler);
    std::free(handler);
    called.function(called.rank->exit_code, called.argument);
}

} // namespace

bool add_exit_handler(Rank& rank, void (*function)(void*), void* argument) noexcept {
    auto* handler = static_cast<ExitHandler*>(std::malloc(sizeof(ExitHandler)));
    if (handler == nullptr) return false;
    *handler = {rank.exit_handlers, function, argument};
    rank.exit_handlers = handler;
    return true;
}

bool add_status_handler(Rank& rank, void (*function)(int, void*), void* argument) noexcept {
    auto* const handler = static_cast<StatusHandler*>(std::malloc(sizeof(StatusHandler)));
    if (handler != nullptr) *handler = {&rank, function, argument};
    return handler != nullptr && add_exit_handler(rank, &call_with_status, handler);
}

void run_exit_handlers(Rank& rank) noexcept {
    while (rank.exit_handlers != nullptr) {
        ExitHandler* handler = rank.exit_handlers;
        rank.exit_handlers = handler->earlier;
        const ExitHandler last = *handler;
        std::free(handler);
        last.function(last.argument);
    }
}

void drop_exit_handlers(Rank& rank) noexcept {
    while (rank.exit_handlers != nullptr) {
        ExitHandler* handler = rank.exit_handlers;
        rank.exit_handlers = handler->earlier;
        std::free(handler);
    }
}

} // namespace sartor::process
