// The time that a call spends inside MPI, on machines whose time is virtual.
#pragma once

#include <type_traits>

#include "components/machine/machine.hpp"

namespace sartor::mpi {

// From the entry of an MPI function to its end. A copy of the call it belongs to is another matter.
template <class Machine>
struct VirtualStay {
    VirtualStay() noexcept = default; // within the one of the same call
    explicit VirtualStay(const char* call) noexcept : lasts(true) { Machine::enter(call); }
    VirtualStay(const VirtualStay&) noexcept {}
    VirtualStay& operator=(const VirtualStay&) = delete;
    ~VirtualStay() {
        if (lasts) Machine::leave();
    }

    bool lasts = false;
};

struct RealStay {
    RealStay() noexcept = default;
    explicit RealStay(const char*) noexcept {}
};

namespace internal {
template <class Machine>
struct stay_of {
    using type = RealStay;
};
template <machine::Emulated Machine>
struct stay_of<Machine> {
    using type = VirtualStay<Machine>;
};
} // namespace internal

template <class Machine>
using Stay = typename internal::stay_of<Machine>::type;

} // namespace sartor::mpi
