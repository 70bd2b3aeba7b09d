// The rendezvous of networks that serve reads: a request to send, then the receiver reads the data from the
// sender's memory, and increments a semaphore there when it has them.
#pragma once

#include "transports/manycore/handshake/clearing.hpp"

namespace sartor::channel::tiles {

// The control part of the handshake of one rank. Takes the place of the clearance and of the sender's
// transfer: no core of the sender has any part in moving the data.
//
// Cost of a message: a request of control_bytes, the read's request and the data, and one word.
template <class Types>
class Pulling : public manycore::Clearing<Types> {
    using Base = manycore::Clearing<Types>;
    using Delivery = manycore::Delivery<Types>;
    using Clearance = manycore::Clearance;

  public:
    using Base::machine;
    using typename Base::Cycles, typename Base::Parcel, typename Base::Receiving, typename Base::Sending,
        typename Base::Wire;
    static_assert(machine.early_clear == 0 && machine.agreement == 0,
                  "the receiver reads: it sends neither a clearance nor a confirmation");

    // Reads take one stretch of memory: scattered data are gathered first.
    void request(Sending& sending) noexcept {
        const auto& storage = sending.parcel.envelope.storage;
        machine::manycore::charge(manycore::packing_at(Base::own_node(), storage, storage.bytes));
        Base::request(sending);
    }
    // The sender has nothing to do while it waits.
    void help(const Sending&) noexcept {}

  protected:
    // A request has met its receive: the receiver reads.
    void reply(Parcel& request, Receiving& receiving) noexcept {
        using namespace sartor::machine::manycore;
        Sending& sending = *request.sender;
        sending.transit.request = nullptr;
        this->put_back(request);
        of(sending.transit.rank).forget(sending);
        Clearance& clearance = Delivery::make(sending.transit.rank, receiving);
        clearance.sending = &sending;
        clearance.open = 2;
        const std::int64_t bytes = Base::bytes_of(sending);
        count(Way::dma, clearance.sender, clearance.receiver, static_cast<std::size_t>(bytes));
        count(Kind::data);
        const int node = node_of(clearance.receiver);
        const Cycles time = work_at(node, machine.portal_write, 0, "read");
        Transfer& transfer = clearance.transfer;
        transfer.from = node_of(clearance.sender);
        transfer.to = node;
        transfer.left = bytes;
        transfer.driver = Transfer::Driver::reader;
        transfer.note = {time, clearance.sender, clearance.receiver, Kind::data, true};
        transfer.injected = [](void*, Cycles) {};
        transfer.arrived = &arrived;
        transfer.object = &clearance;
        chip().events.plan(
            time,
            [](void* object, Cycles now) { chip().start(static_cast<Clearance*>(object)->transfer, now); },
            &clearance);
    }

  private:
    [[nodiscard]] static Pulling& of(int rank) noexcept {
        return process::handshake_of<manycore::Handshake<Types>>(process::rank(rank));
    }

    // The data are in the receiver's memory.
    static void arrived(void* object, Cycles time) noexcept {
        using namespace sartor::machine::manycore;
        auto& clearance = *static_cast<Clearance*>(object);
        const auto& sending = *static_cast<Sending*>(clearance.sending);
        const auto& receiving = *static_cast<Receiving*>(clearance.receiving);
        Wire::cross(sending.parcel.envelope.storage, receiving.envelope.storage);
        const int node = clearance.transfer.to;
        const Cycles work = chip().work(node, machine.word_send);
        const Cycles sent = chip().serve(node, time, work, "acknowledgement");
        clearance.acknowledgement.note = {sent - work, clearance.receiver, clearance.sender,
                                          Kind::acknowledgement, true};
        chip().events.plan(sent, &release_sender, object);
        const Cycles unpacking =
            manycore::packing_at(node, receiving.envelope.storage, receiving.received_bytes());
        chip().events.plan(time + chip().work(node, machine.receive_complete + unpacking), &receiver_is_done,
                           object);
    }

    static void release_sender(void* object, Cycles time) noexcept {
        using namespace sartor::machine::manycore;
        auto& clearance = *static_cast<Clearance*>(object);
        count(Kind::acknowledgement);
        chip().signal(clearance.transfer.to, clearance.transfer.from, time, &semaphore_incremented, object,
                      clearance.acknowledgement.note);
    }

    static void semaphore_incremented(void* object, Cycles time) noexcept {
        using namespace sartor::machine::manycore;
        auto& clearance = *static_cast<Clearance*>(object);
        const Cycles noticed = chip().work(clearance.transfer.from, machine.word_receive);
        chip().events.plan(time + noticed, &sender_is_done, object);
    }

    static void sender_is_done(void* object, Cycles time) noexcept {
        auto& clearance = *static_cast<Clearance*>(object);
        Base::complete(*static_cast<Sending*>(clearance.sending), time);
        close_one(clearance);
    }

    static void receiver_is_done(void* object, Cycles time) noexcept {
        auto& clearance = *static_cast<Clearance*>(object);
        Base::complete(*static_cast<Receiving*>(clearance.receiving), time);
        close_one(clearance);
    }

    static void close_one(Clearance& clearance) noexcept {
        if (--clearance.open == 0) Delivery::reuse(clearance);
    }
};

} // namespace sartor::channel::tiles
