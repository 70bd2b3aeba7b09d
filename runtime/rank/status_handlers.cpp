// Handlers that get the code with which the rank ends: on_exit(3).
#include <cstdlib>

#include "runtime/process_state.hpp"
#include "runtime/rank/exit_handlers.hpp"
#include "runtime/rank/for_parts.hpp"
#include "runtime/rank/original.hpp"

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

} // namespace sartor::process

int sartor_rank_on_exit(void (*function)(int, void*), void* argument) noexcept {
    using namespace sartor::process;
    if (current == nullptr) // a child
        return original<int (*)(void (*)(int, void*), void*)>("on_exit")(function, argument);
    auto* const handler = static_cast<StatusHandler*>(std::malloc(sizeof(StatusHandler)));
    if (handler == nullptr) return -1;
    *handler = {current, function, argument};
    if (add_exit_handler(*current, &call_with_status, handler)) return 0;
    std::free(handler);
    return -1;
}
