// What a communicator needs of the channels below it. Each machine brings its own.
#pragma once

#include <concepts>

#include "components/process/process.hpp"

namespace sartor::channel {

// Mail for ranks, from ranks. What one rank sends to another arrives in the order in which it was sent,
// whichever way it went.
template <class C, class Parcel>
concept Mailbox = requires(C mailbox, Parcel& parcel, process::Rank& rank) {
    { C::of(rank) } -> std::same_as<C&>;             // the one that serves a rank
    { mailbox.is_here(rank) } -> std::same_as<bool>; // a rank whose queues the caller may reach into
    {
        mailbox.put(rank, parcel.envelope)
        } -> std::same_as<bool>; // a copy, in the channel's own memory; false: too long, or no room
    mailbox.post(rank,
                 parcel); // by address: whoever posts keeps the parcel until its receiver is done with it
    {
        mailbox.collect()
        } -> std::same_as<bool>; // its owner: brings what has arrived to the ranks' communicators
};

} // namespace sartor::channel
