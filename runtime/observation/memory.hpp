// Memory for what is observed: from the system, not from the heap, which the program's ranks share and which
// may be locked when a signal ends the run.
#pragma once

#include <cstddef>
#include <sys/mman.h>

#include "runtime/process.hpp"

namespace sartor::observation {

// Zeroed, for the time of the run. Pages that are never touched cost nothing. Without memory the run ends.
template <class Value>
[[nodiscard]] Value* allocate(std::size_t count) noexcept {
    const std::size_t bytes = count * sizeof(Value); // NOLINT(bugprone-sizeof-expression): pointers, too
    void* memory =
        mmap(nullptr, bytes + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        process::report("no memory for %zu bytes of the trace or profile", bytes);
        process::end_run(1);
    }
    return static_cast<Value*>(memory);
}

} // namespace sartor::observation
