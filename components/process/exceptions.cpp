// The C++ runtime counts caught and uncaught exceptions per thread; a fiber must carry its own counts.
#include <dlfcn.h>

#include "components/process/process_state.hpp"

namespace sartor::process {

namespace {

// __cxa_eh_globals of the Itanium C++ ABI, section 2.2.2.
struct ExceptionGlobals {
    void* caught;
    unsigned uncaught;
};
using Getter = ExceptionGlobals* (*)();
std::atomic<Getter> getter{nullptr};

} // namespace

void find_exception_state() noexcept {
    if (getter.load(std::memory_order_relaxed) == nullptr)
        getter.store(reinterpret_cast<Getter>(dlsym(RTLD_DEFAULT, "__cxa_get_globals")),
                     std::memory_order_relaxed);
}

void save_exceptions(Rank& rank) noexcept {
    const Getter get = getter.load(std::memory_order_relaxed);
    if (get == nullptr) return;
    ExceptionGlobals& globals = *get();
    rank.caught_exceptions = globals.caught;
    rank.uncaught_exceptions = globals.uncaught;
    globals = {nullptr, 0};
}

void restore_exceptions(Rank& rank) noexcept {
    const Getter get = getter.load(std::memory_order_relaxed);
    if (get != nullptr) *get() = {rank.caught_exceptions, rank.uncaught_exceptions};
}

} // namespace sartor::process
