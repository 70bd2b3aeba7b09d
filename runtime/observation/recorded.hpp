// The events of a run that has ended, wherever they are: in the file of this process's workers, or in the
// parts of several processes.
#pragma once

#include <cstdint>

#include "runtime/observation/event.hpp"

namespace sartor::observation {

// As members of SpoolFile.
struct Recorded {
    void (*read)(void (*visit)(void* object, const Event& event), void* object) noexcept;
    std::int64_t (*lost)() noexcept;
    int (*error)() noexcept;
};
// This process's, if not set otherwise.
extern Recorded recorded;

} // namespace sartor::observation
