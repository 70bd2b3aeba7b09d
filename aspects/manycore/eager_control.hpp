// Short messages travel inside control messages, several if need be (MPPA-MPI, section III.C.1: eager send
// and eager splitting).
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "components/channel/cells.hpp"
#include "components/channel/manycore/mailbox.hpp"
#include "components/machine/manycore/sparse.hpp"

namespace sartor::aspects {

// The receiver keeps eager messages until they are received, only so many of each sender: further ones ask
// for permission as long ones do. Not modelled: the time for a credit's way back.
template <class Protocol>
class EagerControl : public Protocol {
  public:
    static constexpr std::string_view name = "eager in control messages";
    using typename Protocol::Mailbox;
    using typename Protocol::Parcel;
    using typename Protocol::Receiving;
    using typename Protocol::Sending;
    using Cycles = machine::manycore::Cycles;

    void send(Sending& sending) noexcept {
        const std::int64_t bytes = Protocol::bytes_of(sending);
        const std::int64_t limit = machine::manycore::limits_of(process::current->number).eager;
        if (sending.mode.rendezvous || limit == 0 || bytes > limit ||
            credits_[sending.destination] >= most_credits)
            return Protocol::send(sending);
        Parcel* cell = cells_.take(static_cast<std::size_t>(bytes));
        if (cell == nullptr) return Protocol::send(sending);
        fill(*cell, sending);
        const int pieces = bytes == 0 ? 1 : static_cast<int>((bytes + payload - 1) / payload);
        using machine::manycore::Way;
        machine::manycore::count(pieces == 1 ? Way::eager : Way::eager_split, process::current->number,
                                 sending.destination, static_cast<std::size_t>(bytes));
        for (int piece = 1; piece < pieces; ++piece) post_piece(sending.destination);
        const auto [time, note] = depart(sending.destination);
        cell->transit.control.note = note;
        Mailbox::post(sending.destination, *cell, time);
        sending.complete.store(true, std::memory_order_relaxed);
    }

    void deliver(Parcel& parcel, Receiving& receiving) noexcept {
        if (!parcel.transit.is_eager) return Protocol::deliver(parcel, receiving);
        parcel.envelope.storage.copy_to(receiving.envelope.storage);
        const auto bytes = static_cast<std::int64_t>(receiving.received_bytes());
        Cycles cost = Protocol::machine.receive_complete +
                      machine::manycore::copy(Protocol::own_node_of(receiving), bytes);
        parcel.transit.receiving = &receiving;
        if (!machine::manycore::in_event()) {
            machine::manycore::charge(cost);
            return finish(&parcel, machine::manycore::now());
        }
        cost += Protocol::Wire::conversion(receiving.envelope.storage, Protocol::own_node_of(receiving),
                                           receiving.received_bytes());
        const Cycles taken = machine::manycore::chip().work(Protocol::own_node_of(receiving), cost);
        machine::manycore::chip().events.plan(machine::manycore::now() + taken, &finish, &parcel);
    }

    void discard(Parcel& parcel, Mailbox& mailbox) noexcept {
        parcel.transit.is_eager ? cells_.put_back(parcel) : Protocol::discard(parcel, mailbox);
    }

  private:
    static constexpr std::int64_t payload = Protocol::machine.control_payload();
    static constexpr std::uint16_t most_credits = static_cast<std::uint16_t>(
        Protocol::machine.eager_slots < UINT16_MAX ? Protocol::machine.eager_slots : UINT16_MAX);

    void fill(Parcel& cell, const Sending& sending) noexcept {
        const auto& envelope = sending.parcel.envelope;
        envelope.storage.gather_to(cells_.data_of(cell));
        cell.envelope.header = envelope.header;
        cell.envelope.check = envelope.check;
        cell.envelope.storage.bytes = envelope.storage.bytes;
        cell.transit = {};
        cell.transit.is_eager = true;
        ++credits_[sending.destination];
        machine::manycore::take_buffer(machine::manycore::node_of(sending.destination), kept_bytes(cell));
    }

    // What an eager message takes of its receiver's memory: the control messages that it came in.
    [[nodiscard]] static std::int64_t kept_bytes(const Parcel& cell) noexcept {
        const auto bytes = static_cast<std::int64_t>(cell.envelope.storage.bytes);
        return (bytes == 0 ? 1 : (bytes + payload - 1) / payload) * Protocol::machine.control_bytes;
    }

    static machine::manycore::Departure depart(int destination) noexcept {
        using namespace sartor::machine::manycore;
        return machine::manycore::depart(Kind::eager, process::current->number, destination,
                                         Protocol::machine.control_send);
    }

    // One of several control messages of a message, before the last.
    static void post_piece(int destination) noexcept {
        using namespace sartor::machine::manycore;
        auto* piece = allocate<Control>(1);
        piece->from = Protocol::own_node();
        piece->to = node_of(destination);
        piece->bytes = Protocol::machine.control_bytes;
        piece->handled = [](void* object, Cycles) { std::free(object); };
        piece->object = piece;
        const Departure departure = depart(destination);
        piece->note = departure.note;
        chip().post(*piece, departure.time);
    }

    [[nodiscard]] static EagerControl& of(int rank) noexcept {
        return Protocol::Communicator::of(process::rank(rank)).protocol();
    }

    static void finish(void* object, Cycles time) noexcept {
        auto& parcel = *static_cast<Parcel*>(object);
        auto& receiving = *static_cast<Receiving*>(parcel.transit.receiving);
        --of(parcel.transit.source).credits_[receiving.transit.owner];
        machine::manycore::put_back_buffer(Protocol::own_node_of(receiving), kept_bytes(parcel));
        of(receiving.transit.owner).cells_.put_back(parcel);
        Protocol::complete(receiving, time);
    }

    channel::Cells<Parcel> cells_;
    machine::manycore::Sparse<std::uint16_t> credits_; // how many messages of this rank a receiver holds
};

} // namespace sartor::aspects
