// The list of a rank's exit handlers.
#include "runtime/rank/exit_handlers.hpp"

#include <cstdlib>

namespace sartor::process {

bool add_exit_handler(Rank& rank, void (*function)(void*), void* argument) noexcept {
    auto* handler = static_cast<ExitHandler*>(std::malloc(sizeof(ExitHandler)));
    if (handler == nullptr) return false;
    *handler = {rank.exit_handlers, function, argument};
    rank.exit_handlers = handler;
    return true;
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
