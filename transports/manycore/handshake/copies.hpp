// Messages that are copied when they are sent, on a manycore: inside a cluster by way of its memory (LWMPI,
// section 5.7.4), elsewhere inside control messages, several if need be (MPPA-MPI, section III.C.1: eager
// send and eager splitting).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "emulation/sparse.hpp"
#include "transports/cells.hpp"
#include "transports/manycore/handshake/clearing.hpp"

namespace sartor::channel::manycore {

// The eager part of the handshake of one rank. A receiver keeps eager messages until they are received, of
// each sender only as many as its credits; further ones use the rendezvous protocol, as long messages do. Not
// modelled: the time for the return of a credit.
template <class Types>
class Copies : public Types::Machine::template rendezvous<Types> {
    using Base = typename Types::Machine::template rendezvous<Types>;

  public:
    using typename Base::Cycles, typename Base::Parcel, typename Base::Receiving, typename Base::Sending,
        typename Base::Transport, typename Base::Wire;
    using Envelope = typename Parcel::envelope_type;
    using Base::machine;

    // To a rank of the same cluster: a copy into its memory, then one control word. False when there is no
    // memory.
    [[nodiscard]] bool put_locally(int destination, const Envelope& envelope) noexcept {
        using namespace sartor::machine::manycore;
        const auto bytes = static_cast<std::int64_t>(envelope.storage.bytes);
        if (!has_room_for_buffer(Base::own_node(), bytes)) return false;
        Parcel* cell = cells_.take(envelope.storage.bytes);
        if (cell == nullptr) return false;
        take_buffer(Base::own_node(), bytes);
        cell->envelope.header = envelope.header;
        cell->envelope.check = envelope.check;
        cell->envelope.storage = envelope.storage.stretched_at(cells_.data_of(*cell));
        envelope::untimed(envelope.storage).copy_to(envelope::untimed(cell->envelope.storage));
        cell->sender = nullptr;
        cell->transit = {};
        charge(copy(Base::own_node(), bytes) + pieces_of(envelope.storage, envelope.storage.bytes));
        Transport::post_locally(destination, *cell);
        return true;
    }

    // To a rank of another cluster: ceil(bytes / payload) control messages. False without a credit, or
    // without memory there or here.
    [[nodiscard]] bool put_in_control_messages(int destination, const Envelope& envelope) noexcept {
        using machine::manycore::Way;
        const auto bytes = static_cast<std::int64_t>(envelope.storage.bytes);
        if (credits_[destination] >= most_credits ||
            !machine::manycore::has_room_for_buffer(machine::manycore::node_of(destination),
                                                    kept_bytes(bytes)))
            return false;
        Parcel* cell = cells_.take(envelope.storage.bytes);
        if (cell == nullptr) return false;
        fill(*cell, envelope, destination);
        const int pieces = bytes == 0 ? 1 : static_cast<int>((bytes + payload - 1) / payload);
        machine::manycore::count(pieces == 1 ? Way::eager : Way::eager_split, process::current->number,
                                 destination, envelope.storage.bytes);
        for (int piece = 1; piece < pieces; ++piece) post_piece(destination);
        const auto [time, note] = depart(destination);
        cell->transit.control.note = note;
        Transport::post_control(destination, *cell, time);
        return true;
    }

  protected:
    // A message in the cluster's memory has met its receive: the receiver copies it.
    void take_local(Parcel& parcel, Receiving& receiving) noexcept {
        using namespace sartor::machine::manycore;
        envelope::untimed(parcel.envelope.storage).copy_to(envelope::untimed(receiving.envelope.storage));
        const int node = Base::own_node_of(receiving);
        const Cycles cost = machine.local_receive +
                            copy(node, static_cast<std::int64_t>(receiving.received_bytes())) +
                            pieces_of(parcel.envelope.storage, receiving.received_bytes()) +
                            pieces_of(receiving.envelope.storage, receiving.received_bytes());
        const Cycles taken = chip().work(node, cost);
        take_in(parcel.transit.control.note, now(), now() + taken);
        parcel.transit.receiving = &receiving;
        if (!in_event()) {
            charge(cost);
            return finish_local(&parcel, now());
        }
        chip().events.plan(now() + taken, &finish_local, &parcel);
    }
    // A message that came in control messages has met its receive: the receiver copies it and the credit is
    // free again.
    void take_eager(Parcel& parcel, Receiving& receiving) noexcept {
        using namespace sartor::machine::manycore;
        envelope::untimed(parcel.envelope.storage).copy_to(envelope::untimed(receiving.envelope.storage));
        const int node = Base::own_node_of(receiving);
        Cycles cost = machine.receive_complete +
                      copy(node, static_cast<std::int64_t>(receiving.received_bytes())) +
                      pieces_of(receiving.envelope.storage, receiving.received_bytes());
        parcel.transit.receiving = &receiving;
        if (!in_event()) {
            charge(cost);
            return finish_eager(&parcel, now());
        }
        cost += Wire::conversion(receiving.envelope.storage, node, receiving.received_bytes());
        chip().events.plan(now() + chip().work(node, cost), &finish_eager, &parcel);
    }
    // Of a message that is or was in this cluster's memory.
    void put_back_copy(Parcel& cell) noexcept {
        using machine::manycore::put_back_buffer, machine::manycore::node_of, machine::manycore::Way;
        const bool local = cell.transit.way == Way::local;
        put_back_buffer(node_of(cell.transit.destination),
                        local ? static_cast<std::int64_t>(cell.envelope.storage.bytes) : kept_bytes(cell));
        cells_.put_back(cell);
    }

  private:
    static constexpr std::int64_t payload = machine.control_payload();
    static constexpr std::uint16_t most_credits =
        static_cast<std::uint16_t>(machine.eager_slots < UINT16_MAX ? machine.eager_slots : UINT16_MAX);

    [[nodiscard]] static Copies& of(int rank) noexcept {
        return process::handshake_of<Handshake<Types>>(process::rank(rank));
    }

    // What the pieces of the first `bytes` bytes add to the time of their copy.
    template <class Storage>
    [[nodiscard]] static Cycles pieces_of(const Storage& storage, std::size_t bytes) noexcept {
        return machine::manycore::packing(envelope::scattered_pieces(storage, bytes));
    }

    void fill(Parcel& cell, const Envelope& envelope, int destination) noexcept {
        cell.envelope.header = envelope.header;
        cell.envelope.check = envelope.check;
        cell.envelope.storage = {cells_.data_of(cell), envelope.storage.bytes}; // of no type: as data travel
        envelope::untimed(envelope.storage).gather_to(cell.envelope.storage.data);
        machine::manycore::charge(pieces_of(envelope.storage, envelope.storage.bytes));
        cell.transit = {};
        cell.transit.is_eager = true;
        ++credits_[destination];
        machine::manycore::take_buffer(machine::manycore::node_of(destination), kept_bytes(cell));
    }

    // How much of its receiver's memory an eager message takes: the control messages that it came in.
    [[nodiscard]] static std::int64_t kept_bytes(const Parcel& cell) noexcept {
        return kept_bytes(static_cast<std::int64_t>(cell.envelope.storage.bytes));
    }
    [[nodiscard]] static std::int64_t kept_bytes(std::int64_t bytes) noexcept {
        return (bytes == 0 ? 1 : (bytes + payload - 1) / payload) * machine.control_bytes;
    }

    static machine::manycore::Departure depart(int destination) noexcept {
        using namespace sartor::machine::manycore;
        return machine::manycore::depart(Kind::eager, process::current->number, destination,
                                         machine.control_send);
    }

    // One of several control messages of a message, before the last.
    static void post_piece(int destination) noexcept {
        using namespace sartor::machine::manycore;
        auto* piece = allocate<Control>(1);
        piece->from = Base::own_node();
        piece->to = node_of(destination);
        piece->bytes = machine.control_bytes;
        piece->handled = [](void* object, Cycles) { std::free(object); };
        piece->object = piece;
        const Departure departure = depart(destination);
        piece->note = departure.note;
        chip().post(*piece, departure.time);
    }

    static void finish_local(void* object, Cycles time) noexcept {
        auto& parcel = *static_cast<Parcel*>(object);
        auto& receiving = *static_cast<Receiving*>(parcel.transit.receiving);
        if (parcel.is_cell())
            of(receiving.transit.owner).put_back_copy(parcel);
        else
            Base::complete(*parcel.sender, time);
        Base::complete(receiving, time);
    }
    static void finish_eager(void* object, Cycles time) noexcept {
        auto& parcel = *static_cast<Parcel*>(object);
        auto& receiving = *static_cast<Receiving*>(parcel.transit.receiving);
        --of(parcel.transit.source).credits_[receiving.transit.owner];
        of(receiving.transit.owner).put_back_copy(parcel);
        Base::complete(receiving, time);
    }

    channel::Cells<Parcel> cells_;
    machine::manycore::Sparse<std::uint16_t> credits_; // how many messages of this rank a receiver holds
};

} // namespace sartor::channel::manycore
