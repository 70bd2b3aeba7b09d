// Active messages on a manycore: control messages over the network on chip, as many as the header and the
// data take; the server of the rank's cluster hands them over (MPPA-MPI, section II: the active message
// server).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "components/channel/service.hpp"
#include "components/machine/manycore/array.hpp"
#include "components/machine/manycore/ranks.hpp"
#include "components/process/process.hpp"

namespace sartor::channel::manycore {

// Woven over the transport of messages where there are services of active messages. `Machine` has the chip's
// description. Inside a cluster a message takes one control word in its memory, as one of MPI's does.
template <class Base, class Machine, class... Services>
class WithActiveMessages : public Base {
    static_assert((ActiveService<Services> && ...),
                  "an active message has a header that can be copied as bytes, and a receiver");

  public:
    using Base::Base;

    [[nodiscard]] static WithActiveMessages& of(const process::Rank& rank) noexcept {
        return process::transport_of<WithActiveMessages>(rank);
    }

    // By the running rank, or by the server of rank `from` in an event.
    template <class Service>
    static void send(process::Rank& destination, const typename Service::Header& header,
                     const void* data = nullptr, std::size_t bytes = 0,
                     int from = process::current->number) noexcept {
        using namespace machine::manycore;
        const std::size_t all = sizeof(Message<Service>) + bytes;
        auto* message = new (allocate<char>(all)) Message<Service>{};
        message->destination = destination.number;
        message->header = header;
        message->bytes = bytes;
        if (bytes > 0) std::memcpy(message->data(), data, bytes);
        if (node_of(from) == node_of(destination.number)) {
            const Departure departure =
                depart(Kind::local, from, destination.number, Machine::description.local_send);
            chip().events.plan(departure.time, &hand_over<Service>, message);
            return;
        }
        const auto carried = static_cast<std::int64_t>(sizeof header + bytes);
        for (std::int64_t left = carried - payload; left > 0; left -= payload)
            send_control(*allocate<Control>(1), from, destination.number,
                         [](void* piece, Cycles) { std::free(piece); });
        send_control(message->control, from, destination.number, &hand_over<Service>, message);
    }

  private:
    using Control = machine::manycore::Control;
    using Cycles = machine::manycore::Cycles;
    static constexpr std::int64_t payload = Machine::description.control_payload();

    template <class Service>
    struct Message {
        Control control;
        int destination = 0;
        typename Service::Header header;
        std::size_t bytes = 0;

        [[nodiscard]] void* data() noexcept { return this + 1; }
    };

    static void send_control(Control& control, int from, int to, machine::manycore::Action handled,
                             void* object = nullptr) noexcept {
        using namespace machine::manycore;
        control = {};
        control.from = node_of(from);
        control.to = node_of(to);
        control.bytes = Machine::description.control_bytes;
        control.handled = handled;
        control.object = object != nullptr ? object : &control;
        const Departure departure = depart(Kind::active, from, to, Machine::description.control_send);
        control.note = departure.note;
        chip().post(control, departure.time);
    }

    template <class Service>
    static void hand_over(void* object, Cycles) noexcept {
        auto* message = static_cast<Message<Service>*>(object);
        process::Rank& rank = process::rank(message->destination);
        Service::Receiver::of(rank).handle(message->header, message->data(), message->bytes, rank);
        std::free(message);
    }
};

} // namespace sartor::channel::manycore
