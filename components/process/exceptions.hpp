// The C++ runtime's exceptions of a thread, caught and uncaught, when the program has a C++ runtime.
#pragma once

namespace sartor::process {

// __cxa_eh_globals of the Itanium C++ ABI, section 2.2.2.
struct ExceptionState {
    void* caught;
    unsigned uncaught;
};

// Once more whenever code was loaded that may have brought a C++ runtime.
void find_exception_state() noexcept;

// Always at the same place in one thread; null where there is no C++ runtime yet.
[[nodiscard]] ExceptionState* exception_state_of_thread() noexcept;

} // namespace sartor::process
