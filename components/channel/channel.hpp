// What a communicator needs of the channels below it. Each machine brings its own.
#pragma once

#include <concepts>

namespace sartor::channel {

// A mailbox for each rank that takes parcels from all ranks. Parcels of one sender arrive in the order in
// which they were posted. Nothing is copied: whoever posts keeps the parcel alive until its receiver is done
// with it.
template <class C, class Parcel>
concept Mailbox = requires(C mailbox, Parcel& parcel, int rank) {
    C::post(rank, parcel); // to any rank, from any rank
    {
        mailbox.collect()
        } -> std::same_as<Parcel*>; // its owner: what has arrived, oldest first, linked by next
    { mailbox.looks_empty() } -> std::same_as<bool>; // its owner: nothing to collect, as a hint
};

} // namespace sartor::channel
