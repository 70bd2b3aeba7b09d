// The protocol of machines without shared memory: request to send, clear to send, data (MPPA-MPI, algorithms
// 1 to 4), and LWMPI's with confirmation, permission and acknowledgement (LWMPI, section 5.7.3).
#pragma once

#include <cstddef>
#include <cstdint>

#include "transports/cells.hpp"
#include "transports/manycore/handshake/delivery.hpp"

namespace sartor::channel::manycore {

// The control part of the handshake of one rank. A receive whose source is known may clear its sender without
// a request (algorithm 1): the clearance then says how many messages of that sender the receiver has seen,
// and so which message it means. A sender that has sent others in the meantime refuses it: the receiver
// matches in MPI's order, when the request arrives.
//
// Cost of a message: a request and a clearance, control messages of control_bytes each, then the data; one
// round trip less with an early clearance.
template <class Types>
class Clearing : public Delivery<Types> {
    using Base = Delivery<Types>;

  public:
    using typename Base::Cycles, typename Base::Parcel, typename Base::Receiving, typename Base::Sending,
        typename Base::Wire;
    using Transport = typename Types::Transport;
    using Base::machine;

    ~Clearing() { Base::free_all(unrequested_); }

    // ---- at the sender

    // Sends a request to send, or takes an early clearance that has come. The send is complete when its data
    // have left.
    void request(Sending& sending) noexcept {
        auto& transit = sending.transit;
        transit.rank = process::current->number;
        transit.clearance = nullptr;
        Parcel& request = request_for(sending);
        const auto [time, note] = machine::manycore::depart(machine::manycore::Kind::request, transit.rank,
                                                            sending.destination, machine.control_send);
        request.transit.control.note = note;
        Transport::post_control(sending.destination, request, time);
        transit.sequence = request.transit.sequence;
        wait_for_clearance(sending);
    }

    // Called by a rank that waits for its send: once that is cleared, the rank moves the data itself.
    void help(const Sending& sending) noexcept {
        Clearance* clearance = sending.transit.clearance;
        if (!sending.transit.attended || clearance == nullptr || clearance->started) return;
        const bool dma = bytes_of(sending) >= machine::manycore::limits_of(process::current->number).dma;
        clearance->started = true;
        machine::manycore::charge(machine.portal_write + (dma ? machine.dma_configure : 0) +
                                  Wire::load(*clearance, sending.parcel.envelope.storage));
        begin(*clearance, dma, machine::manycore::now());
    }

    // Succeeds until a receive has matched the request or a clearance has come for it. The request is void
    // then, in flight or in the receiver's queue. Not modelled: the time that it takes to inform the
    // receiver.
    bool take_back(Sending& sending) noexcept {
        auto& transit = sending.transit;
        if (transit.request == nullptr || transit.clearance != nullptr) return false;
        auto& request = *static_cast<Parcel*>(transit.request);
        forget(sending);
        if (!communicator_of(sending.destination).drop(request)) request.transit.is_void = true;
        transit.request = nullptr;
        return true;
    }

    // ---- at the receiver

    // Called when the receive's rank is about to search for a message, or to wait for one.
    void prepare(Receiving& receiving) noexcept {
        receiving.transit.owner = process::current->number;
        receiving.transit.clearance = nullptr;
    }
    // Called when it is posted, behind `others`.
    void expect(Receiving& receiving, const Receiving* others) noexcept {
        if constexpr (machine.early_clear != 0)
            if (may_clear_early(receiving, others)) clear_early(receiving);
    }

    // False for a request that was granted before it came, or taken back: it ends here.
    bool admits(Parcel& request) noexcept {
        if (!request.transit.is_void) return true;
        put_back(request);
        return false;
    }
    // The request is matched: it cannot be taken back any more.
    static void claim(Parcel& parcel) noexcept {
        if (parcel.sender != nullptr) parcel.sender->transit.request = nullptr;
    }

  protected:
    using Base::bytes_of, Base::communicator_of, Base::complete, Base::drop_early;

    [[nodiscard]] static int own_node() noexcept {
        return machine::manycore::node_of(process::current->number);
    }
    [[nodiscard]] static int own_node_of(const Receiving& receiving) noexcept {
        return machine::manycore::node_of(receiving.transit.owner);
    }

    // A parcel for a send, which keeps its address.
    [[nodiscard]] Parcel& request_for(Sending& sending) noexcept {
        Parcel* request = cells_.take(0);
        if (request == nullptr) process::end_without_memory("a message", sizeof(Parcel));
        request->envelope = sending.parcel.envelope;
        request->sender = &sending;
        request->transit = {};
        sending.transit.request = request;
        return *request;
    }
    void put_back(Parcel& request) noexcept {
        request.envelope.storage.bytes = 0; // the cell has no data of its own
        cells_.put_back(request);
    }

    // A request has met its receive: sends the clearance, unless an early one for this message is on its way.
    void reply(Parcel& request, Receiving& receiving) noexcept {
        Clearance* early = receiving.transit.clearance;
        const bool meant = early != nullptr && early->sequence == request.transit.sequence;
        Sending& sending = *request.sender;
        sending.transit.request = nullptr;
        put_back(request);
        if (meant) return; // its sender has that clearance, or will take it
        drop_early(receiving);
        Clearance& clearance = make(sending.transit.rank, receiving);
        clearance.sending = &sending;
        issue(clearance, machine.agreement != 0 ? 2 : 1); // the confirmation and the permission
    }

    // Removes a send from the list of those that wait for their clearance.
    void forget(const Sending& sending) noexcept {
        void** link = &waiting_;
        while (*link != &sending) link = &static_cast<Sending*>(*link)->transit.next;
        *link = sending.transit.next;
    }

  private:
    using Base::begin, Base::end, Base::make;

    [[nodiscard]] static Clearing& of(int rank) noexcept {
        return process::handshake_of<Handshake<Types>>(process::rank(rank));
    }

    // ---- clearing

    // Only if no other posted receive could match the message that is meant, and if enough receive windows
    // are free: a message that was requested must not wait for a window that is held for one that may never
    // be sent.
    [[nodiscard]] static bool may_clear_early(const Receiving& receiving, const Receiving* others) noexcept {
        using namespace sartor::machine::manycore;
        if (receiving.source < 0) return false;
        const auto room = static_cast<std::int64_t>(receiving.envelope.storage.bytes);
        if (room <= limits_of(receiving.transit.owner).eager) return false;
        // A message that was requested must not wait for the tag of one that may never be sent.
        if (chip().node(node_of(receiving.transit.owner)).rx_tags.left() <= machine.ranks_per_cluster)
            return false;
        if (settings().shortcut && node_of(receiving.source) == node_of(receiving.transit.owner))
            return false;
        if constexpr (requires { others->next; })
            for (; others != nullptr; others = others->next)
                if (others->source < 0 || others->source == receiving.source) return false;
        return true;
    }

    static void clear_early(Receiving& receiving) noexcept {
        Clearance& clearance = make(receiving.source, receiving);
        clearance.early = true;
        clearance.sequence = machine::manycore::received(receiving.transit.owner, receiving.source);
        receiving.transit.clearance = &clearance;
        issue(clearance, 1);
    }

    // Sends the clearance as soon as there is a receive window for it.
    static void issue(Clearance& clearance, int kernel_calls) noexcept {
        using namespace sartor::machine::manycore;
        const auto [time, note] =
            depart(machine.agreement != 0 ? Kind::confirmation : Kind::clear, clearance.receiver,
                   clearance.sender, machine.portal_open + machine.control_send, kernel_calls);
        clearance.control.note = note;
        if (machine.agreement != 0) clearance.acknowledgement.note = accompany(Kind::permission, note);
        clearance.control.from = node_of(clearance.receiver);
        clearance.control.to = node_of(clearance.sender);
        clearance.control.bytes = machine.control_bytes;
        clearance.control.handled = &cleared;
        clearance.control.object = &clearance;
        clearance.tag.granted = [](Waiter& waiter, Cycles now) {
            Clearance& granted = clearance_of(waiter);
            chip().post(granted.control, now);
            if (machine.agreement != 0)
                chip().signal(
                    granted.control.from, granted.control.to, now, [](void*, Cycles) {}, nullptr,
                    granted.acknowledgement.note);
        };
        chip().events.plan(
            time,
            [](void* object, Cycles now) {
                auto& wanting = *static_cast<Clearance*>(object);
                chip().node(wanting.control.from).rx_tags.take(wanting.tag, now);
            },
            &clearance);
    }

    [[nodiscard]] static Clearance& clearance_of(machine::manycore::Waiter& waiter) noexcept {
        return *reinterpret_cast<Clearance*>(reinterpret_cast<char*>(&waiter) - offsetof(Clearance, tag));
    }

    // ---- on the sender's side

    // The clearance may have come already (algorithm 3), or will come (algorithm 4).
    void wait_for_clearance(Sending& sending) noexcept {
        sending.transit.next = waiting_;
        waiting_ = &sending;
        if constexpr (machine.early_clear != 0) {
            for (Clearance** link = &unrequested_; *link != nullptr;) {
                Clearance& clearance = **link;
                if (clearance.receiver != sending.destination) {
                    link = &clearance.next;
                    continue;
                }
                *link = clearance.next;
                if (!take(clearance, sending)) refuse(clearance, machine::manycore::now());
            }
        }
    }

    // A clearance has arrived at its sender's server.
    static void cleared(void* object, Cycles time) noexcept {
        auto& clearance = *static_cast<Clearance*>(object);
        Clearing& self = of(clearance.sender);
        if (!clearance.early) return self.go(clearance, *static_cast<Sending*>(clearance.sending));
        for (auto* one = static_cast<Sending*>(self.waiting_); one != nullptr;
             one = static_cast<Sending*>(one->transit.next))
            if (one->destination == clearance.receiver && self.take(clearance, *one)) return;
        if (clearance.sequence < machine::manycore::sent(clearance.sender, clearance.receiver))
            return refuse(clearance, time);
        clearance.next = self.unrequested_;
        self.unrequested_ = &clearance;
    }

    // Whether an early clearance means this message: then the match is made here, and the request is void.
    bool take(Clearance& clearance, Sending& sending) noexcept {
        auto* receiving = static_cast<Receiving*>(clearance.receiving);
        const auto& envelope = sending.parcel.envelope;
        if (receiving == nullptr || clearance.sequence != sending.transit.sequence ||
            !receiving->envelope.header.matches(envelope.header))
            return false;
        if (sending.transit.request != nullptr)
            static_cast<Parcel*>(sending.transit.request)->transit.is_void = true;
        communicator_of(clearance.receiver).match(envelope, *receiving);
        receiving->transit.clearance = nullptr;
        clearance.sending = &sending;
        go(clearance, sending);
        return true;
    }

    static void refuse(Clearance& clearance, Cycles time) noexcept {
        if (clearance.receiving != nullptr)
            static_cast<Receiving*>(clearance.receiving)->transit.clearance = nullptr;
        end(clearance, time);
    }

    void go(Clearance& clearance, Sending& sending) noexcept {
        using namespace sartor::machine::manycore;
        forget(sending);
        sending.transit.clearance = &clearance;
        if (sending.transit.attended) return resume(sending.transit.rank, chip().events.now());
        clearance.started = true;
        if (!sending.transit.lazy || in_event()) return write_to_portal(clearance, sending);
        // The server sends from the buffer, also when the receiver has cleared the message before it was sent
        // (MPPA-MPI, equation 6: the call does not depend on it).
        chip().events.plan(
            now(),
            [](void* object, Cycles) {
                auto& cleared_before = *static_cast<Clearance*>(object);
                write_to_portal(cleared_before, *static_cast<Sending*>(cleared_before.sending));
            },
            &clearance);
    }

    static void write_to_portal(Clearance& clearance, Sending& sending) noexcept {
        using namespace sartor::machine::manycore;
        const Cycles cost = machine.portal_write + (sending.transit.lazy ? 0 : machine.dma_configure) +
                            Wire::load(clearance, sending.parcel.envelope.storage);
        begin(clearance, !sending.transit.lazy,
              work_at(node_of(sending.transit.rank), cost, 0, "portal write"));
    }

    void* waiting_ = nullptr;          // sends that are not cleared: the requested queue
    Clearance* unrequested_ = nullptr; // clearances that no send has requested yet
    channel::Cells<Parcel> cells_;
};

} // namespace sartor::channel::manycore
