// An aspect over an emulated machine for runs that are observed: MPI calls become slices of a trace, and
// observers may attach. A cut without this aspect has no code of it.
#pragma once

#include "emulation/observers/observed.hpp"
#include "emulation/observers/trace/bytes_of_rank.hpp"

namespace sartor::aspects {

template <class Machine>
struct Observed : Machine {
    using observer = machine::manycore::trace::BytesOfRank;

    static constexpr const process::Schedule* schedule() noexcept {
        return &machine::manycore::observed_schedule;
    }
    // Called at the beginning of each MPI call, outside of other calls.
    static void enter(const char* call) noexcept {
        Machine::enter(call);
        machine::manycore::trace::begin_call(call);
    }
    static void leave() noexcept {
        machine::manycore::trace::end_call();
        Machine::leave();
    }
};

} // namespace sartor::aspects
