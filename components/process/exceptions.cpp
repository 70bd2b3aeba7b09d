// The C++ runtime counts caught and uncaught exceptions per thread; a fiber must carry its own counts.
#include "components/process/exceptions.hpp"

#include <atomic>
#include <dlfcn.h>

namespace sartor::process {

using Getter = ExceptionState* (*)();
static std::atomic<Getter> getter{nullptr};

void find_exception_state() noexcept {
    if (getter.load(std::memory_order_relaxed) == nullptr)
        getter.store(reinterpret_cast<Getter>(dlsym(RTLD_DEFAULT, "__cxa_get_globals")),
                     std::memory_order_relaxed);
}

ExceptionState* exception_state_of_thread() noexcept {
    const Getter get = getter.load(std::memory_order_relaxed);
    return get != nullptr ? get() : nullptr;
}

} // namespace sartor::process
