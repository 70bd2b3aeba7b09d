// Calls that several threads of a rank make at once (MPI-5.0 section 11.6, MPI_THREAD_MULTIPLE).
#pragma once

#include <string_view>

#include "runtime/process.hpp"

namespace sartor::aspects {

namespace internal {
template <class Callers>
struct Guard { // a base of its own, so that it lasts longer than what is inside
    typename Callers::Inside inside;
};
} // namespace internal

// From its begin to its end a call has the critical section of its rank, unless it continues another one.
// Costs a lock and an unlock. C names its component of callers (components/communicator/callers.hpp).
template <class C>
struct Guarded : private internal::Guard<typename C::Callers>, public C {
    static constexpr std::string_view name = "guarded by the rank's critical section";

    template <class Site>
    [[gnu::always_inline]] Guarded(const char* function, Site site) noexcept
        : internal::Guard<typename C::Callers>{typename C::Callers::Inside(*process::current)},
          C(function, site) {}
    explicit Guarded(const process::Rank& rank) noexcept : C(rank) {}
};

} // namespace sartor::aspects
