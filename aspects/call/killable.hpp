// Calls at which a rank may be made to fail: sartor run --faults.
#pragma once

#include <string_view>

#include "runtime/failures/faults.hpp"
#include "runtime/process.hpp"

namespace sartor::aspects {

// Over Located, which has noted the call in the rank. Counts each call.
template <class C>
struct Killable : C {
    static constexpr std::string_view name = "at which its rank may fail";

    template <class Site>
    [[gnu::always_inline]] Killable(const char* function, Site site) noexcept : C(function, site) {
        process::failures::at_call(*process::current);
    }
    explicit Killable(const process::Rank& rank) noexcept : C(rank) {}
};

} // namespace sartor::aspects
