// Calls of a program with threads, one of which may call MPI at a time (MPI-5.0 section 11.6).
#pragma once

#include <string_view>

#include "runtime/process.hpp"

namespace sartor::aspects {

// A call by a thread that may not call here ends the run: C::end_in_other_thread(). Costs a comparison.
template <class C>
struct Confined : C {
    static constexpr std::string_view name = "by one thread at a time";

    template <class Site>
    [[gnu::always_inline]] Confined(const char* function, Site site) noexcept : C(function, site) {
        if (!process::may_call_here()) [[unlikely]]
            C::end_in_other_thread();
    }
    explicit Confined(const process::Rank& rank) noexcept : C(rank) {}
};

} // namespace sartor::aspects
