// The C++ runtime's exceptions of a thread, caught and uncaught, when the program has a C++ runtime.
#pragma once

#include <atomic>

namespace sartor::process {

// __cxa_eh_globals of the Itanium C++ ABI, section 2.2.2.
struct ExceptionState {
    void* caught;
    unsigned uncaught;
};

// Once more whenever code was loaded that may have brought a C++ runtime.
void find_exception_state() noexcept;

extern std::atomic<ExceptionState* (*)()> exception_state_getter;

// Always at the same address in one thread; null where there is no C++ runtime yet.
[[nodiscard]] inline ExceptionState* exception_state_of_thread() noexcept {
    auto* const get = exception_state_getter.load(std::memory_order_relaxed);
    return get != nullptr ? get() : nullptr;
}

} // namespace sartor::process
