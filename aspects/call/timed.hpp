// The time that a call spends inside MPI: on machines whose time is virtual, and in runs that are observed.
#pragma once

#include <string_view>
#include <type_traits>

#include "runtime/process.hpp"

namespace sartor::aspects {

namespace internal {

// Copies of a call, which flows keep, account nothing, nor do calls that continue another one.
template <class Machine>
struct VirtualTime {
    VirtualTime() noexcept = default;
    explicit VirtualTime(const char* function) noexcept : lasts(true) { Machine::enter(function); }
    VirtualTime(const VirtualTime&) noexcept {}
    VirtualTime& operator=(const VirtualTime&) = delete;
    ~VirtualTime() {
        if (lasts) Machine::leave();
    }

    bool lasts = false;
};

// Functions that MPI calls back inside of a call are no calls of their own for the observer. If several
// threads of a rank call, those that are called back can't be told from others.
template <class C>
class ObservedTime {
  public:
    ObservedTime() noexcept = default;
    ObservedTime(const char* function, const void* site) noexcept {
        Observer& observer = C::observer();
        if (!has_threads && observer.is_inside()) return;
        observer_ = &observer;
        observer.enter(function, site);
        if constexpr (has_threads) begun_ = observer.begun();
    }
    ObservedTime(const ObservedTime&) noexcept {}
    ObservedTime& operator=(const ObservedTime&) = delete;
    ~ObservedTime() {
        if (observer_ == nullptr) return;
        if constexpr (has_threads) observer_->go_back_to(begun_);
        observer_->leave();
    }

  private:
    using Observer = typename C::Observer;
    static constexpr bool has_threads = C::Callers::many;
    struct Nothing {};

    Observer* observer_ = nullptr;
    [[no_unique_address]] std::conditional_t<has_threads, typename Observer::Begun, Nothing> begun_;
};

} // namespace internal

// The virtual time from the begin of a call to its end counts as time inside MPI. C names an emulated machine
// (transports/machine.hpp).
template <class C>
struct Timed : private internal::VirtualTime<typename C::Machine>, public C {
    static constexpr std::string_view name = "in virtual time";

    Timed(const char* function, const void* site) noexcept
        : internal::VirtualTime<typename C::Machine>(function), C(function, site) {}
    explicit Timed(const process::Rank& rank) noexcept : C(rank) {}
};

// The observer of the rank, C::observer(), learns when a call begins and ends: traces and profiles.
template <class C>
struct Traced : private internal::ObservedTime<C>, public C {
    static constexpr std::string_view name = "traced and profiled";

    Traced(const char* function, const void* site) noexcept
        : internal::ObservedTime<C>(function, site), C(function, site) {}
    explicit Traced(const process::Rank& rank) noexcept : C(rank) {}

    // The communicator that the call works on, and its own data in collectives. Both are functions, so that
    // calls that nobody observes do not compute them.
    template <class Context>
    static void show_communicator(const Context& context) noexcept {
        C::observer().works_on(context());
    }
    template <class Bytes>
    static void show_buffer(bool is_received, const Bytes& bytes) noexcept {
        C::observer().has_buffer(is_received, bytes());
    }
};

} // namespace sartor::aspects
