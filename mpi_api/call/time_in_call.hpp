// The time that a call spends inside MPI: on machines whose time is virtual, and in runs that are observed.
#pragma once

#include <type_traits>

#include "components/machine/machine.hpp"
#include "mpi_api/state/state.hpp"

namespace sartor::mpi {

// Accounts the virtual time from the entry of an MPI function to its end as time inside MPI. Copies of a
// call, which flows keep, account nothing.
template <class Machine>
struct VirtualTimeInCall {
    VirtualTimeInCall() noexcept = default; // inside a call whose time counts already
    VirtualTimeInCall(const char* call, const void* /*site*/) noexcept : lasts(true) { Machine::enter(call); }
    VirtualTimeInCall(const VirtualTimeInCall&) noexcept {}
    VirtualTimeInCall& operator=(const VirtualTimeInCall&) = delete;
    ~VirtualTimeInCall() {
        if (lasts) Machine::leave();
    }

    bool lasts = false;
};

// The observer learns of a call, unless it is made by a function that MPI calls back inside of another one.
// Where several threads of a rank call, those that are called back can't be told from others.
template <class Program>
class ObservedTimeInCall {
  public:
    using Observer = typename Interface<Program>::types::Observer;

    ObservedTimeInCall() noexcept = default;
    ObservedTimeInCall(const char* call, const void* site) noexcept {
        Observer& observer = self<Program>().communicator.observer();
        if (!has_threads && observer.is_inside()) return;
        observer_ = &observer;
        observer.enter(call, site);
        if constexpr (has_threads) begun_ = observer.begun();
    }
    ObservedTimeInCall(const ObservedTimeInCall&) noexcept {}
    ObservedTimeInCall& operator=(const ObservedTimeInCall&) = delete;
    ~ObservedTimeInCall() {
        if (observer_ == nullptr) return;
        if constexpr (has_threads) observer_->go_back_to(begun_);
        observer_->leave();
    }

  private:
    static constexpr bool has_threads = Interface<Program>::types::Callers::many;
    struct Nothing {};

    Observer* observer_ = nullptr;
    [[no_unique_address]] std::conditional_t<has_threads, typename Observer::Begun, Nothing> begun_;
};

// Where time is real and nobody looks, nothing is counted.
struct NoTimeInCall {
    NoTimeInCall() noexcept = default;
    NoTimeInCall(const char*, const void*) noexcept {}
};

namespace internal {
template <class Program>
struct time_in_call_of {
    using type = std::conditional_t<Interface<Program>::types::Observer::observes,
                                    ObservedTimeInCall<Program>, NoTimeInCall>;
};
template <class Program>
requires(machine::Emulated<typename Program::machine>) struct time_in_call_of<Program> {
    using type = VirtualTimeInCall<typename Program::machine>;
};
} // namespace internal

template <class Program>
using TimeInCall = typename internal::time_in_call_of<Program>::type;

} // namespace sartor::mpi
