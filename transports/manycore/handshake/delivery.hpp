// The data of a message that was cleared, in flight through the network on chip: all at once, or packet by
// packet, of which the kernel takes part, with an acknowledgement (LWMPI, section 5.7.3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "transports/manycore/handshake/clearance.hpp"
#include "transports/manycore/handshake/wire.hpp"

namespace sartor::channel::manycore {

template <class Types>
class Handshake; // see handshake.hpp

// The data part of the handshake of one rank: the clearances that its receives have given. `Types` as for
// Clearing.
template <class Types>
class Delivery {
  public:
    using Sending = typename Types::Sending;
    using Receiving = typename Types::Receiving;
    using Parcel = typename Types::Parcel;
    using Cycles = machine::manycore::Cycles;
    using Wire = manycore::Wire<typename Parcel::envelope_type::storage_type>;
    static constexpr const auto& machine = Types::Machine::description;

    Delivery() = default;
    Delivery(const Delivery&) = delete;
    Delivery& operator=(const Delivery&) = delete;
    ~Delivery() { free_all(spare_); }

    // The receive is withdrawn: a clearance that was sent ahead for it is void.
    static void give_up(const Receiving& receiving) noexcept {
        if (receiving.transit.clearance != nullptr) receiving.transit.clearance->receiving = nullptr;
    }

  protected:
    [[nodiscard]] static std::int64_t bytes_of(const Sending& sending) noexcept {
        return static_cast<std::int64_t>(sending.parcel.envelope.storage.bytes);
    }

    // The receive is over: a clearance that was sent ahead for it is void.
    static void drop_early(Receiving& receiving) noexcept {
        give_up(receiving);
        receiving.transit.clearance = nullptr;
    }

    // Completes an operation and wakes its rank at this time.
    static void complete(Receiving& receiving, Cycles time) noexcept {
        const int owner = receiving.transit.owner;
        drop_early(receiving);
        receiving.complete = true;
        machine::manycore::resume(owner, time);
    }
    static void complete(Sending& sending, Cycles time) noexcept {
        const int rank = sending.transit.rank;
        sending.transit.clearance = nullptr; // which may serve another message before its rank looks again
        if (sending.transit.finished != nullptr) return sending.transit.finished(&sending);
        sending.complete.store(true, std::memory_order_relaxed);
        machine::manycore::resume(rank, time);
    }

    [[nodiscard]] static auto& communicator_of(int rank) noexcept {
        return Types::Communicator::of(process::rank(rank));
    }

    static void free_all(Clearance* first) noexcept {
        while (first != nullptr) {
            Clearance* rest = first->next;
            std::free(first);
            first = rest;
        }
    }

    // A new clearance of a receive. Ends the run when there is no memory.
    static Clearance& make(int sender, Receiving& receiving) noexcept {
        Delivery& self = of(receiving.transit.owner);
        void* memory = self.spare_;
        if (memory != nullptr)
            self.spare_ = self.spare_->next;
        else if ((memory = std::malloc(sizeof(typename Wire::Clearance))) == nullptr)
            process::end_without_memory("a message", sizeof(typename Wire::Clearance));
        auto* clearance = new (memory) typename Wire::Clearance;
        clearance->sender = sender;
        clearance->receiver = receiving.transit.owner;
        clearance->receiving = &receiving;
        return *clearance;
    }

    // Frees the clearance and its receive window.
    static void end(Clearance& clearance, Cycles time) noexcept {
        machine::manycore::chip().node(machine::manycore::node_of(clearance.receiver)).rx_tags.put_back(time);
        reuse(clearance);
    }
    static void reuse(Clearance& clearance) noexcept {
        Delivery& self = of(clearance.receiver);
        clearance.next = self.spare_;
        self.spare_ = &clearance;
    }

    static void close_one(Clearance& clearance, Cycles time) noexcept {
        if (--clearance.open == 0) end(clearance, time);
    }

    // Starts to move the data, by the server, its DMA engine or the sender's core.
    static void begin(Clearance& clearance, bool dma, Cycles time) noexcept {
        using namespace sartor::machine::manycore;
        const auto& sending = *static_cast<Sending*>(clearance.sending);
        const std::int64_t bytes = bytes_of(sending);
        const Way way = sending.transit.lazy ? Way::lazy : dma ? Way::dma : Way::core;
        count(way, clearance.sender, clearance.receiver, static_cast<std::size_t>(bytes));
        Transfer& transfer = clearance.transfer;
        transfer.from = node_of(clearance.sender);
        transfer.to = node_of(clearance.receiver);
        transfer.driver = dma ? Transfer::Driver::dma : Transfer::Driver::core;
        transfer.injected = &injected;
        transfer.arrived = &arrived;
        transfer.object = &clearance;
        clearance.bytes_left = (bytes + machine.portal_unit - 1) / machine.portal_unit * machine.portal_unit;
        clearance.sending_open = 1 + (machine.agreement != 0 ? 1 : 0);
        clearance.open = 2 + (machine.agreement != 0 ? 1 : 0);
        if (sending.transit.lazy) // the server is the core that pushes them
            chip().serve(transfer.from, time, cycles_for(bytes, machine.pe_rate), "lazy data");
        if (machine.agreement != 0) clearance.acknowledgement.handled = nullptr;
        move_unit(clearance, time, machine.kernel_cycles);
    }

  private:
    [[nodiscard]] static Delivery& of(int rank) noexcept {
        return process::handshake_of<Handshake<Types>>(process::rank(rank));
    }

    // Starts the next transfer: all of the data, or one packet, for which the kernel works so long.
    static void move_unit(Clearance& clearance, Cycles time, Cycles kernel) noexcept {
        using namespace sartor::machine::manycore;
        const bool whole = machine.portal_unit == 1 || clearance.bytes_left <= machine.portal_unit;
        clearance.transfer.left = whole ? clearance.bytes_left : machine.portal_unit;
        clearance.bytes_left -= clearance.transfer.left;
        clearance.unit_open = 2;
        count(Kind::data);
        clearance.transfer.note = {time, clearance.sender, clearance.receiver, Kind::data, true};
        const Cycles start = machine.kernel_cycles > 0
                                 ? chip().serve(clearance.transfer.from, time, kernel, "portal write")
                                 : time;
        chip().events.plan(
            start,
            [](void* object, Cycles now) { chip().start(static_cast<Clearance*>(object)->transfer, now); },
            &clearance);
    }

    // The data have left: the sender's memory may be reused.
    static void injected(void* object, Cycles time) noexcept {
        using namespace sartor::machine::manycore;
        auto& clearance = *static_cast<Clearance*>(object);
        if (clearance.bytes_left > 0) return end_unit(clearance, time);
        auto& sending = *static_cast<Sending*>(clearance.sending);
        auto& receiving = *static_cast<Receiving*>(clearance.receiving);
        Wire::cross(sending.parcel.envelope.storage, receiving.envelope.storage);
        const bool dma = clearance.transfer.driver == Transfer::Driver::dma;
        const Cycles noticed = dma ? chip().work(clearance.transfer.from, machine.dma_complete) : 0;
        chip().events.plan(time + noticed, &sender_is_done, &clearance);
    }

    static void sender_is_done(void* object, Cycles time) noexcept {
        auto& clearance = *static_cast<Clearance*>(object);
        if (--clearance.sending_open == 0) complete(*static_cast<Sending*>(clearance.sending), time);
        close_one(clearance, time);
    }

    static void arrived(void* object, Cycles time) noexcept {
        using namespace sartor::machine::manycore;
        auto& clearance = *static_cast<Clearance*>(object);
        const int node = clearance.transfer.to;
        Cycles read = time;
        if constexpr (machine.agreement != 0) {
            const bool first = clearance.acknowledgement.handled == nullptr;
            read = chip().serve(node, time, first ? machine.kernel_cycles : machine.kernel_packet,
                                "portal read");
            if (first) acknowledge(clearance, read);
        }
        if (clearance.bytes_left > 0)
            chip().events.plan(
                read, [](void* packet, Cycles now) { end_unit(*static_cast<Clearance*>(packet), now); },
                &clearance);
        else
            chip().events.plan(read + chip().work(node, machine.receive_complete + unpacking(clearance)),
                               &receiver_is_done, &clearance);
    }

    // What the receiver has to do with data that have arrived: scattering them, the conversion of typed data.
    [[nodiscard]] static Cycles unpacking(const Clearance& clearance) noexcept {
        const auto& receiving = *static_cast<const Receiving*>(clearance.receiving);
        return packing_at(clearance.transfer.to, receiving.envelope.storage, receiving.received_bytes()) +
               Wire::conversion(receiving.envelope.storage, clearance.transfer.to,
                                receiving.received_bytes());
    }

    // The next packet follows when this one has left its sender and was read by its receiver.
    static void end_unit(Clearance& clearance, Cycles time) noexcept {
        if (--clearance.unit_open == 0) move_unit(clearance, time, machine.kernel_packet);
    }

    static void receiver_is_done(void* object, Cycles time) noexcept {
        auto& clearance = *static_cast<Clearance*>(object);
        auto& receiving = *static_cast<Receiving*>(clearance.receiving);
        Wire::unload(clearance, receiving.envelope.storage);
        complete(receiving, time);
        close_one(clearance, time);
    }

    // The receiver has begun to receive: the sender may return when it has sent all (LWMPI, section 5.7.3).
    static void acknowledge(Clearance& clearance, Cycles time) noexcept {
        using namespace sartor::machine::manycore;
        Control& control = clearance.acknowledgement;
        control.from = clearance.transfer.to;
        control.to = clearance.transfer.from;
        control.bytes = machine.control_bytes;
        control.handled = &sender_is_done;
        control.object = &clearance;
        count(Kind::acknowledgement);
        const Cycles sent = chip().serve(control.from, time, machine.kernel_cycles, "acknowledgement");
        control.note = {sent - machine.kernel_cycles, clearance.receiver, clearance.sender,
                        Kind::acknowledgement, true};
        chip().post(control, sent);
    }

    Clearance* spare_ = nullptr; // for reuse
};

} // namespace sartor::channel::manycore
