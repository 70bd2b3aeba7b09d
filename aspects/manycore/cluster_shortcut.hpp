// Between ranks of one cluster a message is one control word in their memory and one copy (LWMPI, section
// 5.7.4); it can be left out at a run, to measure its worth.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "components/channel/cells.hpp"
#include "components/channel/manycore/mailbox.hpp"

namespace sartor::aspects {

// The receiver copies out of the sender's buffer. A message as short as an eager one is copied by its sender
// too, who goes on.
template <class Protocol>
class ClusterShortcut : public Protocol {
  public:
    static constexpr std::string_view name = "shortcut inside a cluster";
    using typename Protocol::Mailbox;
    using typename Protocol::Parcel;
    using typename Protocol::Receiving;
    using typename Protocol::Sending;
    using Cycles = machine::manycore::Cycles;

    void send(Sending& sending) noexcept {
        using namespace sartor::machine::manycore;
        if (!settings().shortcut || node_of(sending.destination) != Protocol::own_node())
            return Protocol::send(sending);
        Parcel& parcel = *parcel_for(sending);
        parcel.transit.way = Way::local;
        const int rank = process::current->number;
        count(Way::local, rank, sending.destination, static_cast<std::size_t>(Protocol::bytes_of(sending)));
        const auto [time, note] =
            depart(Kind::local, rank, sending.destination, Protocol::machine.local_send);
        parcel.transit.control.note = note;
        Mailbox::post_locally(sending.destination, parcel, time);
    }

    void deliver(Parcel& parcel, Receiving& receiving) noexcept {
        using namespace sartor::machine::manycore;
        if (parcel.transit.way != Way::local) return Protocol::deliver(parcel, receiving);
        if constexpr (Protocol::revokes) static_cast<void>(Protocol::claim(parcel));
        parcel.envelope.storage.copy_to(receiving.envelope.storage);
        const int node = Protocol::own_node_of(receiving);
        const Cycles cost = Protocol::machine.local_receive +
                            copy(node, static_cast<std::int64_t>(receiving.received_bytes()));
        const Cycles taken = chip().work(node, cost);
        take_in(parcel.transit.control.note, now(), now() + taken);
        parcel.transit.receiving = &receiving;
        if (!in_event()) {
            charge(cost);
            return finish(&parcel, now());
        }
        chip().events.plan(now() + taken, &finish, &parcel);
    }

    void discard(Parcel& parcel, Mailbox& mailbox) noexcept {
        if (parcel.transit.way != machine::manycore::Way::local) return Protocol::discard(parcel, mailbox);
        if (parcel.sender == nullptr)
            cells_.put_back(parcel);
        else if constexpr (Protocol::revokes)
            Protocol::discard(parcel, mailbox);
    }

  private:
    [[nodiscard]] Parcel* parcel_for(Sending& sending) noexcept {
        const std::int64_t bytes = Protocol::bytes_of(sending);
        sending.transit.rank = process::current->number;
        Parcel* cell = nullptr;
        if (!sending.mode.rendezvous && Protocol::machine.eager_limit > 0 &&
            bytes <= Protocol::machine.eager_limit)
            cell = cells_.take(static_cast<std::size_t>(bytes));
        if (cell == nullptr) {
            if constexpr (Protocol::revokes) return &Protocol::request_for(sending);
            sending.parcel.sender = &sending;
            return &sending.parcel;
        }
        const auto& envelope = sending.parcel.envelope;
        cell->envelope.header = envelope.header;
        cell->envelope.check = envelope.check;
        cell->envelope.storage = envelope.storage.stretched_at(cells_.data_of(*cell));
        envelope.storage.copy_to(cell->envelope.storage);
        cell->sender = nullptr;
        cell->transit = {};
        machine::manycore::charge(machine::manycore::copy(Protocol::own_node(), bytes));
        sending.complete.store(true, std::memory_order_relaxed);
        return cell;
    }

    static void finish(void* object, Cycles time) noexcept {
        auto& parcel = *static_cast<Parcel*>(object);
        auto& receiving = *static_cast<Receiving*>(parcel.transit.receiving);
        Sending* sending = parcel.sender;
        ClusterShortcut& self = Protocol::Communicator::of(process::rank(receiving.transit.owner)).protocol();
        if (sending == nullptr) {
            self.cells_.put_back(parcel);
        } else {
            if constexpr (Protocol::revokes) self.put_back(parcel);
            Protocol::complete(*sending, time);
        }
        Protocol::complete(receiving, time);
    }

    channel::Cells<Parcel> cells_;
};

} // namespace sartor::aspects
