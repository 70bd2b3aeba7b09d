// Messages of medium size are copied into a buffer at their sender, who goes on; the server of its cluster
// sends them when their receiver clears them (MPPA-MPI, section III.C.2: lazy send).
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string_view>

#include "components/channel/manycore/mailbox.hpp"

namespace sartor::aspects {

// The buffer is finite: what finds no room in it is sent from the program's own memory.
template <class Protocol>
class Lazy : public Protocol {
  public:
    static constexpr std::string_view name = "lazy";
    using typename Protocol::Sending;

    void send(Sending& sending) noexcept {
        const std::int64_t bytes = Protocol::bytes_of(sending);
        const std::int64_t limit = machine::manycore::limits_of(process::current->number).lazy;
        if (sending.mode.rendezvous || bytes > limit || limit == 0 ||
            used_ + bytes > Protocol::machine.lazy_bytes)
            return Protocol::send(sending);
        auto* message = static_cast<Message*>(std::malloc(sizeof(Message) + static_cast<std::size_t>(bytes)));
        if (message == nullptr) return Protocol::send(sending);
        new (message) Message;
        used_ += bytes;
        machine::manycore::take_buffer(Protocol::own_node(), bytes);
        fill(*message, sending);
        machine::manycore::charge(Protocol::machine.lazy_register +
                                  machine::manycore::copy(Protocol::own_node(), bytes));
        Protocol::send(message->sending);
        sending.complete.store(true, std::memory_order_relaxed);
    }

  private:
    struct Message {
        Sending sending; // first: the protocol knows the message by it
        Lazy* buffer = nullptr;
    };

    void fill(Message& message, const Sending& sending) noexcept {
        const auto& envelope = sending.parcel.envelope;
        void* data = &message + 1;
        envelope.storage.gather_to(data);
        message.buffer = this;
        message.sending.parcel.envelope.header = envelope.header;
        message.sending.parcel.envelope.check = envelope.check;
        message.sending.parcel.envelope.storage = {data, envelope.storage.bytes};
        message.sending.destination = sending.destination;
        message.sending.owner = sending.owner;
        message.sending.transit.lazy = true;
        message.sending.transit.finished = [](void* done) {
            auto* sent = static_cast<Message*>(done);
            const std::int64_t bytes = Protocol::bytes_of(sent->sending);
            sent->buffer->used_ -= bytes;
            machine::manycore::put_back_buffer(machine::manycore::node_of(sent->sending.transit.rank), bytes);
            std::free(sent);
        };
    }

    std::int64_t used_ = 0;
};

} // namespace sartor::aspects
