// The component of a communicator in programs that are not observed.
#pragma once

#include <string_view>

#include "runtime/process.hpp"

namespace sartor::observation {

// The form of OfRank that does nothing.
struct NotObserved {
    static constexpr std::string_view name{};
    static constexpr bool observes = false;
    static constexpr bool counts_messages = false;
    struct Begun {};
    struct Open {};
    struct Wait {};

    static constexpr void open(const process::Rank&) noexcept {}
    template <class Check>
    static constexpr void date(const Check&) noexcept {}
    template <class What, class Flows>
    static constexpr Wait waits_for(const What&, const Flows&) noexcept {
        return {};
    }
    template <class Flows>
    static constexpr Wait waits_for_anything(const Flows&) noexcept {
        return {};
    }
    template <class Envelope>
    static constexpr bool sent_if(bool is_sent, const Envelope&, const process::Rank&) noexcept {
        return is_sent;
    }
    static constexpr Open set_aside() noexcept { return {}; }
    static constexpr void take_up(Open) noexcept {}
    static constexpr void works_on(int) noexcept {}
    template <class Envelope>
    static constexpr void sent_later(const Envelope&, const process::Rank&) noexcept {}
    template <class Header, class Check>
    static constexpr void received(const Header&, const Check&, std::size_t) noexcept {}
    template <class Header>
    static constexpr void kept(const Header&, std::size_t) noexcept {}
    template <class Parcel>
    static constexpr Parcel* taken(Parcel* parcel) noexcept {
        return parcel;
    }
};

} // namespace sartor::observation
