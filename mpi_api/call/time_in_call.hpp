// The time that a call spends inside MPI, on machines whose time is virtual.
#pragma once

#include <type_traits>

#include "components/machine/machine.hpp"

namespace sartor::mpi {

// Accounts the virtual time from the entry of an MPI function to its end as time inside MPI. Copies of a
// call, which flows keep, account nothing.
template <class Machine>
struct VirtualTimeInCall {
    VirtualTimeInCall() noexcept = default; // inside a call whose time counts already
    explicit VirtualTimeInCall(const char* call) noexcept : lasts(true) { Machine::enter(call); }
    VirtualTimeInCall(const VirtualTimeInCall&) noexcept {}
    VirtualTimeInCall& operator=(const VirtualTimeInCall&) = delete;
    ~VirtualTimeInCall() {
        if (lasts) Machine::leave();
    }

    bool lasts = false;
};

// Where time is real, nothing is counted.
struct NoTimeInCall {
    NoTimeInCall() noexcept = default;
    explicit NoTimeInCall(const char*) noexcept {}
};

namespace internal {
template <class Machine>
struct time_in_call_of {
    using type = NoTimeInCall;
};
template <machine::Emulated Machine>
struct time_in_call_of<Machine> {
    using type = VirtualTimeInCall<Machine>;
};
} // namespace internal

template <class Machine>
using TimeInCall = typename internal::time_in_call_of<Machine>::type;

} // namespace sartor::mpi
