// Whether a rank that makes progress looks for operations that can't complete, since others have failed.
#pragma once

#include <string_view>

#include "runtime/failures/failures.hpp"
#include "runtime/process.hpp"

namespace sartor::communicator {

// A failure ends the run: nothing to look for.
struct NoFailures {
    static constexpr std::string_view name{};
    static constexpr bool are_survived = false;

    static constexpr int known() noexcept { return 0; }
    static constexpr bool notice(int) noexcept { return false; }
    static constexpr bool any() noexcept { return false; }
    template <class Header>
    static constexpr bool are_refused(const Header&) noexcept {
        return false;
    }
    template <class Parcel>
    static constexpr Parcel* stand_in(const Parcel*) noexcept {
        return nullptr;
    }
    template <class Parcel, class Header>
    static constexpr Parcel* found(Parcel* parcel, const Header&, int) noexcept {
        return parcel;
    }
};

// Costs a load of an address that nobody writes while nothing has failed. The state of the rank has
// end_hopeless(known), which ends operations, and cause_of_miss(state, header, known); `known` failures had
// happened before the transport was looked at, so that what their ranks have sent is there.
template <class Types>
struct SurvivedFailures {
    static constexpr std::string_view name = "are survived";
    static constexpr bool are_survived = true;

    static bool any() noexcept { return process::failures::any(); }
    static int known() noexcept { return any() ? process::failures::count() : 0; }
    // True: an operation has ended.
    static bool notice(int known) noexcept {
        return any() &&
               process::state_of<typename Types::State>(*process::current).failures.end_hopeless(known);
    }
    // Whether the messages that this header matches can't be received any more: their communicator was
    // revoked. Some may be in the queue or on their way.
    template <class Header>
    static bool are_refused(const Header& expected) noexcept {
        return any() && process::failures::is_revoked(expected.context());
    }
    // What a search for a message gives: if there is none, and none can come, `hopeless`.
    template <class Parcel, class Header>
    static Parcel* found(Parcel* parcel, const Header& expected, int known) noexcept {
        if (parcel != nullptr || !any()) return parcel;
        auto& state = process::state_of<typename Types::State>(*process::current);
        return state.failures.cause_of_miss(state, expected, known) == process::failures::Cause::none
                   ? nullptr
                   : &hopeless;
    }
    // `hopeless` if that was found, otherwise null.
    static typename Types::Parcel* stand_in(const typename Types::Parcel* found) noexcept {
        return found == &hopeless ? &hopeless : nullptr;
    }
    static inline typename Types::Parcel hopeless{};
};

} // namespace sartor::communicator
