// The protocol of machines without shared memory: request to send, clear to send, data (MPPA-MPI, algorithms
// 1 to 4), and LWMPI's with confirmation, permission and acknowledgement (LWMPI, section 5.7.3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string_view>

#include "components/channel/manycore/mailbox.hpp"
#include "components/communicator/cells.hpp"
#include "components/communicator/operation.hpp"

namespace sartor::communicator {

struct Clearance;

// What is kept with messages on a manycore.
struct OverNetwork {
    using OfParcel = channel::manycore::ParcelTransit;

    struct OfSending {
        int rank = 0;                              // whose it is
        std::uint32_t sequence = 0;                // of its request
        bool attended = false;                     // its rank waits in the send: it moves the data itself
        bool lazy = false;                         // it sends from the library's own buffer
        void* next = nullptr;                      // link in the list of sends that are not cleared
        void* request = nullptr;                   // its request's parcel, until that is matched
        Clearance* clearance = nullptr;            // it may go
        void (*finished)(void* sending) = nullptr; // of a send that nobody waits for
    };

    struct OfReceiving {
        int owner = 0;                  // the rank
        Clearance* clearance = nullptr; // sent before it was asked for
    };
};

// Permission to send a message into a receive's buffer, and then the message's data on their way.
struct Clearance {
    machine::manycore::Control control;
    machine::manycore::Control acknowledgement;
    machine::manycore::Transfer transfer;
    machine::manycore::Waiter tag; // for a receive window
    void* sending = nullptr;
    void* receiving = nullptr; // null when it has found another message
    int sender = 0;            // ranks
    int receiver = 0;
    std::uint32_t sequence = 0; // of an early one: the message that it means
    bool early = false;
    bool started = false;
    std::int64_t bytes_left = 0; // that no transfer has taken up
    int unit_open = 0;           // of the packet under way: to be sent, to be read
    int open = 0;                // what has still to happen before it ends
    int sending_open = 0;        // and before its send is complete
    Clearance* next = nullptr;
};

// A receive whose source is known may clear its sender without being asked (algorithm 1): it then says how
// many messages of that sender it has seen, and so which one it means. A sender that has sent others in the
// meantime does not take it: the match is made by the receiver, in MPI's order, when the request comes.
template <class Types>
class Clearing {
  public:
    static constexpr std::string_view name = "request and clear to send";
    using Sending = typename Types::Sending;
    using Receiving = typename Types::Receiving;
    using Parcel = typename Types::Parcel;
    using Mailbox = typename Types::Mailbox;
    using Communicator = typename Types::Communicator;
    using Cycles = machine::manycore::Cycles;
    static constexpr const auto& machine = Types::Machine::description;

    Clearing() = default;
    Clearing(const Clearing&) = delete;
    Clearing& operator=(const Clearing&) = delete;
    ~Clearing() {
        free_all(unrequested_);
        free_all(spare_);
    }

    void send(Sending& sending) noexcept { rendezvous(sending); }

    void rendezvous(Sending& sending) noexcept {
        auto& transit = sending.transit;
        transit.rank = process::current->number;
        transit.clearance = nullptr;
        Parcel* request = cells_.take(0);
        if (request == nullptr) machine::manycore::end_without_memory(sizeof(Parcel));
        request->envelope = sending.parcel.envelope;
        request->sender = &sending;
        request->transit = {};
        transit.request = request;
        const auto [time, note] = machine::manycore::depart(machine::manycore::Kind::request, transit.rank,
                                                            sending.destination, machine.control_send);
        request->transit.control.note = note;
        Mailbox::post(sending.destination, *request, time);
        transit.sequence = request->transit.sequence;
        wait_for_clearance(sending);
    }

    // The receive's rank is about to look for a message, or to wait for one.
    void prepare(Receiving& receiving) noexcept {
        receiving.transit.owner = process::current->number;
        receiving.transit.clearance = nullptr;
    }
    // It waits, behind others that wait.
    void expect(Receiving& receiving, const Receiving* others) noexcept {
        if constexpr (machine.early_clear != 0)
            if (may_clear_early(receiving, others)) clear_early(receiving);
    }

    // A request that was granted before it came: it ends here.
    bool is_void(Parcel& request) noexcept {
        if (!request.transit.is_void) return false;
        put_back(request);
        return true;
    }

    // A request has met its receive.
    void deliver(Parcel& request, Receiving& receiving) noexcept {
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

    // A parcel that nobody has received yet: its receiver looks again.
    static void wake_for(const Parcel& parcel) noexcept {
        machine::manycore::resume(parcel.transit.destination, machine::manycore::now());
    }

    // The rank waits for its send: once cleared it moves the data.
    void attend(const Sending& sending) noexcept {
        Clearance* clearance = sending.transit.clearance;
        if (!sending.transit.attended || clearance == nullptr || clearance->started) return;
        const bool dma = bytes_of(sending) >= machine::manycore::settings().dma_limit;
        clearance->started = true;
        machine::manycore::charge(machine.portal_write + (dma ? machine.dma_configure : 0));
        begin(*clearance, dma, machine::manycore::now());
    }

    // The receive is taken back: what was sent ahead for it is void.
    static void give_up(const Receiving& receiving) noexcept {
        if (receiving.transit.clearance != nullptr) receiving.transit.clearance->receiving = nullptr;
    }
    // The run is over: nobody will receive it.
    void discard(Parcel& request) noexcept { put_back(request); }

  protected:
    [[nodiscard]] static int own_node() noexcept {
        return machine::manycore::node_of(process::current->number);
    }
    [[nodiscard]] static int own_node_of(const Receiving& receiving) noexcept {
        return machine::manycore::node_of(receiving.transit.owner);
    }
    [[nodiscard]] static std::int64_t bytes_of(const Sending& sending) noexcept {
        return static_cast<std::int64_t>(sending.parcel.envelope.storage.bytes);
    }

    // The receive is over: what was sent ahead for it is void.
    static void drop_early(Receiving& receiving) noexcept {
        give_up(receiving);
        receiving.transit.clearance = nullptr;
    }

    static void complete(Receiving& receiving, Cycles time) noexcept {
        const int owner = receiving.transit.owner;
        drop_early(receiving);
        receiving.complete = true;
        machine::manycore::resume(owner, time);
    }
    static void complete(Sending& sending, Cycles time) noexcept {
        const int rank = sending.transit.rank;
        if (sending.transit.finished != nullptr) return sending.transit.finished(&sending);
        sending.complete.store(true, std::memory_order_relaxed);
        machine::manycore::resume(rank, time);
    }

  private:
    [[nodiscard]] static auto& communicator_of(int rank) noexcept {
        return Types::Communicator::of(process::rank(rank));
    }
    [[nodiscard]] static Clearing& of(int rank) noexcept { return communicator_of(rank).protocol(); }

    // ---- clearances as memory

    static void free_all(Clearance* first) noexcept {
        while (first != nullptr) {
            Clearance* rest = first->next;
            std::free(first);
            first = rest;
        }
    }

    void put_back(Parcel& request) noexcept {
        request.envelope.storage.bytes = 0; // the cell has no data of its own
        cells_.put_back(request);
    }

    // At the receiver's place.
    static Clearance& make(int sender, Receiving& receiving) noexcept {
        Clearing& self = of(receiving.transit.owner);
        void* memory = self.spare_;
        if (memory != nullptr)
            self.spare_ = self.spare_->next;
        else if ((memory = std::malloc(sizeof(Clearance))) == nullptr)
            machine::manycore::end_without_memory(sizeof(Clearance));
        auto* clearance = new (memory) Clearance;
        clearance->sender = sender;
        clearance->receiver = receiving.transit.owner;
        clearance->receiving = &receiving;
        return *clearance;
    }

    static void end(Clearance& clearance, Cycles time) noexcept {
        machine::manycore::chip().node(machine::manycore::node_of(clearance.receiver)).rx_tags.put_back(time);
        Clearing& self = of(clearance.receiver);
        clearance.next = self.spare_;
        self.spare_ = &clearance;
    }

    static void close_one(Clearance& clearance, Cycles time) noexcept {
        if (--clearance.open == 0) end(clearance, time);
    }

    // ---- clearing

    // Only if no other receive that waits could take the message that it means.
    [[nodiscard]] static bool may_clear_early(const Receiving& receiving, const Receiving* others) noexcept {
        using namespace sartor::machine::manycore;
        if (receiving.source < 0) return false;
        if (static_cast<std::int64_t>(receiving.envelope.storage.bytes) <= settings().eager_limit)
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

    // As soon as there is a receive window for it.
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

    // ---- at the sender's place

    // It may have come already (algorithm 3), or will (algorithm 4).
    void wait_for_clearance(Sending& sending) noexcept {
        sending.transit.next = waiting_;
        waiting_ = &sending;
        if constexpr (machine.early_clear != 0) {
            for (Clearance** place = &unrequested_; *place != nullptr;) {
                Clearance& clearance = **place;
                if (clearance.receiver != sending.destination) {
                    place = &clearance.next;
                    continue;
                }
                *place = clearance.next;
                if (!take(clearance, sending)) refuse(clearance, machine::manycore::now());
            }
        }
    }

    // A clearance has come to its sender's server.
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

    // An early clearance that means this message: the match is made here, and the request is void.
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
        void** place = &waiting_;
        while (*place != &sending) place = &static_cast<Sending*>(*place)->transit.next;
        *place = sending.transit.next;
        sending.transit.clearance = &clearance;
        if (sending.transit.attended) return resume(sending.transit.rank, chip().events.now());
        clearance.started = true;
        const Cycles cost = machine.portal_write + (sending.transit.lazy ? 0 : machine.dma_configure);
        begin(clearance, !sending.transit.lazy,
              work_at(node_of(sending.transit.rank), cost, 0, "portal write"));
    }

    // ---- data

    static void begin(Clearance& clearance, bool dma, Cycles time) noexcept {
        using namespace sartor::machine::manycore;
        const auto& sending = *static_cast<Sending*>(clearance.sending);
        const std::int64_t bytes = bytes_of(sending);
        count(sending.transit.lazy ? Way::lazy
              : dma                ? Way::dma
                                   : Way::core,
              clearance.sender, clearance.receiver, static_cast<std::size_t>(bytes));
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
        move_unit(clearance, time);
    }

    // All at once, or packet by packet with a kernel call for each.
    static void move_unit(Clearance& clearance, Cycles time) noexcept {
        using namespace sartor::machine::manycore;
        const bool whole = machine.portal_unit == 1 || clearance.bytes_left <= machine.portal_unit;
        clearance.transfer.left = whole ? clearance.bytes_left : machine.portal_unit;
        clearance.bytes_left -= clearance.transfer.left;
        clearance.unit_open = 2;
        count(Kind::data);
        clearance.transfer.note = {time, clearance.sender, clearance.receiver, Kind::data, true};
        const int node = clearance.transfer.from;
        const Cycles start = machine.kernel_cycles > 0
                                 ? chip().serve(node, time, machine.kernel_cycles, "portal write")
                                 : time;
        chip().events.plan(
            start,
            [](void* object, Cycles now) { chip().start(static_cast<Clearance*>(object)->transfer, now); },
            &clearance);
    }

    // The sender's memory is its own again.
    static void injected(void* object, Cycles time) noexcept {
        using namespace sartor::machine::manycore;
        auto& clearance = *static_cast<Clearance*>(object);
        if (clearance.bytes_left > 0) return end_unit(clearance, time);
        auto& sending = *static_cast<Sending*>(clearance.sending);
        auto& receiving = *static_cast<Receiving*>(clearance.receiving);
        sending.parcel.envelope.storage.copy_to(receiving.envelope.storage);
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
            read = chip().serve(node, time, machine.kernel_cycles, "portal read");
            if (clearance.acknowledgement.handled == nullptr) acknowledge(clearance, read);
        }
        if (clearance.bytes_left > 0)
            chip().events.plan(
                read, [](void* packet, Cycles now) { end_unit(*static_cast<Clearance*>(packet), now); },
                &clearance);
        else
            chip().events.plan(read + chip().work(node, machine.receive_complete), &receiver_is_done,
                               &clearance);
    }

    // The next packet goes when this one has left its sender and was read by its receiver.
    static void end_unit(Clearance& clearance, Cycles time) noexcept {
        if (--clearance.unit_open == 0) move_unit(clearance, time);
    }

    static void receiver_is_done(void* object, Cycles time) noexcept {
        auto& clearance = *static_cast<Clearance*>(object);
        complete(*static_cast<Receiving*>(clearance.receiving), time);
        close_one(clearance, time);
    }

    // The receiver has begun to receive: its sender may return when it has sent all (LWMPI, section 5.7.3).
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

    void* waiting_ = nullptr;          // sends that are not cleared: the requested queue
    Clearance* unrequested_ = nullptr; // clearances that no send has asked for yet
    Clearance* spare_ = nullptr;
    Cells<Parcel> cells_;
};

} // namespace sartor::communicator
