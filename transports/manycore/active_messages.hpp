// Active messages on a manycore: control messages over the network on chip, as many as the header and the
// data take; the server of the rank's cluster delivers them (MPPA-MPI, section II: the active message
// server). Longer data may be moved by the DMA engine instead. A server has job_slots slots for each node: a
// rank that sends more waits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "emulation/array.hpp"
#include "emulation/own_work.hpp"
#include "emulation/ranks.hpp"
#include "runtime/process.hpp"
#include "transports/manycore/job_slots.hpp"
#include "transports/manycore/moves.hpp"
#include "transports/service.hpp"

namespace sartor::channel::manycore {

// An aspect over the transport of messages, woven where there are services of active messages. `Machine` has
// the chip's description. Inside a cluster a message costs one control word in its memory, as one of MPI's
// does, and a copy of the data; elsewhere as many control messages as header and data fill.
template <class Base, class Machine, class... Services>
class WithActiveMessages : public Base {
    static_assert((ActiveService<Services> && ...),
                  "an active message has a header that can be copied as bytes, and a receiver");

  public:
    using Base::Base;

    [[nodiscard]] static WithActiveMessages& of(const process::Rank& rank) noexcept {
        return process::transport_of<WithActiveMessages>(rank);
    }

    // Called by the running rank, or by the server of rank `from` in an event. Always succeeds; ends the run
    // without memory.
    template <class Service>
    static void send(process::Rank& destination, const typename Service::Header& header,
                     const void* data = nullptr, std::size_t bytes = 0,
                     int from = process::current->number) noexcept {
        using namespace machine::manycore;
        auto* message = make_message<Service>(destination.number, header, data, bytes);
        if (node_of(from) == node_of(destination.number)) {
            const Cycles copying = copy(node_of(from), static_cast<std::int64_t>(bytes));
            const Departure departure =
                depart(Kind::local, from, destination.number, Machine::description.local_send + copying);
            chip().events.plan(departure.time, &hand_over<Service>, message);
            return;
        }
        const auto carried = static_cast<std::int64_t>(sizeof header + bytes);
        for (std::int64_t left = carried - payload; left > 0; left -= payload) {
            Piece& piece = *allocate<Piece>(1);
            send_control(
                piece, from, destination.number,
                [](void* object, Cycles now) {
                    static_cast<Piece*>(object)->put_back_slot(now);
                    std::free(object);
                },
                &piece);
        }
        send_control(message->piece, from, destination.number, &hand_over<Service>, message);
    }

    // A reply of rank `from` to one that waits for it: up to 8 bytes go as a signal and need no server there
    // (AOS, sections 4.3.2 and 5.2: the completion engine). More, and replies inside a cluster, go as
    // messages.
    template <class Service>
    static void reply(const process::Rank& destination, const typename Service::Header& header,
                      const void* data, std::size_t bytes, int from) noexcept {
        using namespace machine::manycore;
        const int here = node_of(from);
        const int there = node_of(destination.number);
        if (bytes > sizeof(std::uint64_t) || here == there)
            return send<Service>(process::rank(destination.number), header, data, bytes, from);
        auto* message = make_message<Service>(destination.number, header, data, bytes);
        message->piece.control.from = here;
        if (done_at() == now()) return signal<Service>(message, now());
        chip().events.plan(done_at(), &signal<Service>, message);
    }

    // ---- data without software at the target

    using Move = manycore::Move;
    // Whether memory of so many bytes is accessed by the DMA engine: outside of the own cluster.
    [[nodiscard]] static bool is_moved(const process::Rank& destination, std::size_t bytes) noexcept {
        using machine::manycore::node_of;
        return bytes > 0 && node_of(process::current->number) != node_of(destination.number);
    }
    // Start a transfer by the DMA engine from or to memory of the running rank; the target's software takes
    // no part. `move` must exist until its completion is reported.
    static void move_to(Move& move, const process::Rank& target) noexcept { manycore::put(move, target); }
    static void move_from(Move& move, const process::Rank& target) noexcept { manycore::get(move, target); }
    // Accounts the time of a copy by the running rank in its own memory.
    static void charge_copy(std::size_t bytes) noexcept {
        using namespace machine::manycore;
        charge(copy(node_of(process::current->number), static_cast<std::int64_t>(bytes)));
    }

  private:
    using Cycles = machine::manycore::Cycles;
    static constexpr std::int64_t payload = Machine::description.control_payload();

    // What the server at the target has a slot for until it has come to it (AOS, section 5.3). Ranks wait for
    // one; what servers send among themselves answers what had one.
    struct Piece {
        machine::manycore::Control control;
        bool has_slot = false;

        void take_slot(int from, int to) noexcept {
            if (machine::manycore::in_event()) return;
            JobSlots::take(from, to);
            has_slot = true;
        }
        void put_back_slot(Cycles now) const noexcept {
            if (has_slot) JobSlots::put_back(control.from, control.to, now);
        }
    };

    template <class Service>
    struct Message {
        Piece piece;
        int destination = 0;
        typename Service::Header header;
        std::size_t bytes = 0;

        [[nodiscard]] void* data() noexcept { return this + 1; }
    };

    template <class Service>
    [[nodiscard]] static Message<Service>* make_message(int destination,
                                                        const typename Service::Header& header,
                                                        const void* data, std::size_t bytes) noexcept {
        const std::size_t all = sizeof(Message<Service>) + bytes;
        auto* message = new (machine::manycore::allocate<char>(all)) Message<Service>{};
        message->destination = destination;
        message->header = header;
        message->bytes = bytes;
        if (bytes > 0) std::memcpy(message->data(), data, bytes);
        return message;
    }

    // A message that a word of the control network brings.
    template <class Service>
    static void signal(void* object, Cycles now) noexcept {
        using namespace machine::manycore;
        const auto& message = *static_cast<Message<Service>*>(object);
        chip().signal(
            message.piece.control.from, node_of(message.destination), now,
            [](void* word, Cycles arrived) {
                const int there = node_of(static_cast<Message<Service>*>(word)->destination);
                const Cycles cost = chip().work(there, Machine::description.put_complete);
                chip().events.plan(arrived + cost, &hand_over<Service>, word);
            },
            object);
    }

    static void send_control(Piece& piece, int from, int to, machine::manycore::Action handled,
                             void* object) noexcept {
        using namespace machine::manycore;
        piece = {};
        piece.take_slot(node_of(from), node_of(to));
        Control& control = piece.control;
        control.from = node_of(from);
        control.to = node_of(to);
        control.bytes = Machine::description.control_bytes;
        control.handled = handled;
        control.object = object;
        const Departure departure = depart(Kind::active, from, to, Machine::description.control_send);
        control.note = departure.note;
        chip().post(control, departure.time);
    }

    // The handler runs in an event.
    template <class Service>
    static void hand_over(void* object, Cycles now) noexcept {
        static_assert(ActiveReceiver<typename Service::Receiver, typename Service::Header>,
                      "the receiver of an active message handles its header and bytes");
        auto* message = static_cast<Message<Service>*>(object);
        message->piece.put_back_slot(now);
        process::Rank& rank = process::rank(message->destination);
        const machine::manycore::Serving server(machine::manycore::node_of(rank.number));
        Service::Receiver::of(rank).handle(message->header, message->data(), message->bytes, rank);
        std::free(message);
    }
};

} // namespace sartor::channel::manycore
