// A rank's mailbox on a manycore: parcels come as control messages over the network on chip, and the server
// of the rank's cluster hands each over as it arrives (MPPA-MPI, section II: the active message server).
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "components/machine/manycore/memory.hpp"
#include "components/machine/manycore/ranks.hpp"
#include "components/process/process.hpp"

namespace sartor::channel::manycore {

namespace model = machine::manycore;

// What a parcel carries on the chip besides its envelope.
struct ParcelTransit {
    model::Control control;
    int source = 0; // ranks
    int destination = 0;
    std::uint32_t sequence = 0; // how many parcels its source sent to its destination before it
    model::Way way = model::Way::core;
    bool is_void = false;      // what it asks for has been granted already
    bool is_eager = false;     // it has taken one of its receiver's places for messages of this sender
    void* receiving = nullptr; // that it goes to, while it is delivered
};

// One for all ranks: they share the machine's only worker. `Receiver` takes what arrives for a rank:
// Receiver::of(rank).arrive(parcel).
template <class Parcel, class Receiver>
class Mailbox {
  public:
    static constexpr std::string_view name = "mailbox on the network on chip";

    [[nodiscard]] static Mailbox& of(const process::Rank& rank) noexcept {
        return *static_cast<Mailbox*>(rank.mailbox);
    }

    Mailbox(int, int) noexcept {}

    // By the running rank; the control message leaves when `time` has come.
    static void post(int destination, Parcel& parcel, model::Cycles time) noexcept {
        auto& transit = parcel.transit;
        address(destination, parcel);
        transit.control.from = model::node_of(transit.source);
        transit.control.to = model::node_of(destination);
        transit.control.bytes = model::chip().description().control_bytes;
        transit.control.handled = &hand_over;
        transit.control.object = &parcel;
        model::chip().post(transit.control, time);
    }

    // Inside a cluster: by way of its memory.
    static void post_locally(int destination, Parcel& parcel, model::Cycles time) noexcept {
        address(destination, parcel);
        model::chip().events.plan(time, &hand_over, &parcel);
    }

    // Arrivals are seen to by the cluster's server: looking means to let happen what comes first.
    bool collect() noexcept {
        if (process::current != nullptr && !model::in_event()) model::synchronize();
        return false;
    }

  private:
    static void address(int destination, Parcel& parcel) noexcept {
        parcel.transit.source = process::current->number;
        parcel.transit.destination = destination;
        parcel.transit.sequence = model::sent(parcel.transit.source, destination)++;
    }

    static void hand_over(void* object, model::Cycles) noexcept {
        auto& parcel = *static_cast<Parcel*>(object);
        ++model::received(parcel.transit.destination, parcel.transit.source);
        Receiver::of(process::rank(parcel.transit.destination)).arrive(parcel);
    }
};

} // namespace sartor::channel::manycore
