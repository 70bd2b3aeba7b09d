// What the two ends of a message on a manycore do, each for its rank.
#pragma once

#include "transports/manycore/handshake/copies.hpp"

namespace sartor::channel::manycore {

// Both ends of a message, each for its rank: satisfies channel::Handshake. `Types` names Machine,
// Communicator, Transport, Parcel, Sending and Receiving.
template <class Types>
class Handshake : public Copies<Types> {
    using Base = Copies<Types>;

  public:
    using typename Base::Parcel, typename Base::Receiving;
    using Way = machine::manycore::Way;

    // A parcel has met its receive: its data are copied out of the cluster's memory or out of control
    // messages that have arrived, or the sender is cleared.
    bool clear(Parcel& parcel, Receiving& receiving) noexcept {
        if (parcel.transit.way == Way::local)
            this->take_local(parcel, receiving);
        else if (parcel.transit.is_eager)
            this->take_eager(parcel, receiving);
        else
            this->reply(parcel, receiving);
        return true;
    }

    // Frees a parcel that no receive will match.
    bool discard(Parcel& parcel) noexcept {
        if (parcel.is_cell())
            this->put_back_copy(parcel);
        else if (parcel.transit.way != Way::local)
            this->put_back(parcel);
        return true;
    }
};

} // namespace sartor::channel::manycore
