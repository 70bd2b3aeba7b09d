// A rank's mailbox on a manycore: parcels come as control messages over the network on chip, and the server
// of the rank's cluster hands each over as it arrives (MPPA-MPI, section II: the active message server).
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string_view>

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
    bool is_void = false;             // what it asks for has been granted already
    std::uint16_t* credits = nullptr; // of an eager message: how many its receiver holds of this sender
    void* receiving = nullptr;        // that it goes to, while it is delivered
};

// Stands first in the state of each rank: that is how a sender finds it.
template <class Parcel>
class Mailbox {
  public:
    static constexpr std::string_view name = "mailbox on the network on chip";

    ~Mailbox() {
        std::free(sent_);
        std::free(arrived_);
    }

    [[nodiscard]] static Mailbox& of(int rank) noexcept {
        return *static_cast<Mailbox*>(process::rank(rank).state);
    }

    static void post(int destination, Parcel& parcel) noexcept { post(destination, parcel, model::now()); }

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

    // Who takes the parcels: communicator.arrive(parcel).
    template <class Communicator>
    void serve(Communicator& communicator) noexcept {
        communicator_ = &communicator;
        arrive_ = [](void* object, Parcel& parcel) { static_cast<Communicator*>(object)->arrive(parcel); };
    }
    [[nodiscard]] void* communicator() const noexcept { return communicator_; }

    // How many parcels of each rank have arrived, and how many went to each; by rank, made when first asked
    // for.
    [[nodiscard]] std::uint32_t& arrived_from(int rank) noexcept { return counter(arrived_, rank); }
    [[nodiscard]] std::uint32_t& sent_to(int rank) noexcept { return counter(sent_, rank); }

    // Arrivals are seen to by the server: looking means to let happen what comes first.
    [[nodiscard]] bool looks_empty() const noexcept {
        if (process::current != nullptr && !model::in_event()) model::synchronize();
        return true;
    }
    [[nodiscard]] Parcel* collect() noexcept { return nullptr; }

  private:
    static std::uint32_t& counter(std::uint32_t*& counters, int rank) noexcept {
        if (counters == nullptr)
            counters = model::allocate<std::uint32_t>(static_cast<std::size_t>(process::size()));
        return counters[rank];
    }

    static void address(int destination, Parcel& parcel) noexcept {
        parcel.transit.source = process::current->number;
        parcel.transit.destination = destination;
        parcel.transit.sequence = of(parcel.transit.source).sent_to(destination)++;
    }

    static void hand_over(void* object, model::Cycles) noexcept {
        auto& parcel = *static_cast<Parcel*>(object);
        Mailbox& mailbox = of(parcel.transit.destination);
        ++mailbox.arrived_from(parcel.transit.source);
        mailbox.arrive_(mailbox.communicator_, parcel);
    }

    void* communicator_ = nullptr;
    void (*arrive_)(void* communicator, Parcel& parcel) = nullptr;
    std::uint32_t* sent_ = nullptr;
    std::uint32_t* arrived_ = nullptr;
};

} // namespace sartor::channel::manycore
