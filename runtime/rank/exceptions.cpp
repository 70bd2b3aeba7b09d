// The C++ runtime counts caught and uncaught exceptions per thread; a fiber must carry its own counts.
#include "runtime/rank/exceptions.hpp"

#include <dlfcn.h>

namespace sartor::process {

std::atomic<ExceptionState* (*)()> exception_state_getter{nullptr};

void find_exception_state() noexcept {
    if (exception_state_getter.load(std::memory_order_relaxed) == nullptr)
        exception_state_getter.store(
            reinterpret_cast<ExceptionState* (*)()>(dlsym(RTLD_DEFAULT, "__cxa_get_globals")),
            std::memory_order_relaxed);
}

} // namespace sartor::process
