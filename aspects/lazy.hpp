// Messages of medium size are copied into a buffer at their sender, whose send is complete then. They are
// sent from there when the receiver has cleared them (MPPA-MPI, section III.C.2: lazy send).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <string_view>

#include "runtime/process.hpp"
#include "transports/transport.hpp"

namespace sartor::aspects {

// For messages to ranks that share no memory with the sender. Each takes memory from malloc until it is sent.
// The transport limits the sum (may_buffer()); a message that finds no room, or no memory, is tried by the
// next protocol and in the end sent from the program's own memory.
template <class Protocol>
class Lazy : public Protocol {
  public:
    static constexpr std::string_view name = "lazy";
    using typename Protocol::Envelope;
    using typename Protocol::Mode;
    using typename Protocol::Sending;
    using typename Protocol::Transport;
    static_assert(channel::BufferingTransport<Transport>,
                  "this machine's transport does not send from buffers of the library's");
    static_assert(
        channel::BufferedSending<Sending>,
        "a send from a buffer of the library's has `lazy` and `finished` in what its machine keeps");

    // A buffered send is complete on return. Costs a copy and a block of memory with the message in it.
    bool send_far(const Envelope& envelope, Mode mode, process::Rank& destination,
                  Transport& transport) noexcept {
        return send_from_buffer(envelope, destination, transport) ||
               Protocol::send_far(envelope, mode, destination, transport);
    }

  private:
    struct Message {
        Sending sending; // first: the transport knows the message by it
        Lazy* buffer = nullptr;
    };

    bool send_from_buffer(const Envelope& envelope, process::Rank& destination,
                          Transport& transport) noexcept {
        const std::size_t bytes = envelope.storage.bytes;
        if (transport.shares_memory(destination) || !transport.may_buffer(bytes, used_)) return false;
        void* memory = std::malloc(sizeof(Message) + bytes);
        if (memory == nullptr) return false;
        auto* message = new (memory) Message;
        used_ += bytes;
        transport.take_buffer(bytes);
        fill(*message, envelope, destination);
        transport.copied_to_buffer(bytes);
        Protocol::rendezvous(message->sending, destination, transport);
        return true;
    }

    void fill(Message& message, const Envelope& envelope, const process::Rank& destination) noexcept {
        void* data = &message + 1;
        envelope.storage.gather_to(data);
        message.buffer = this;
        Sending& sending = message.sending;
        sending.parcel.envelope.header = envelope.header;
        sending.parcel.envelope.check = envelope.check;
        sending.parcel.envelope.storage = {data, envelope.storage.bytes};
        sending.destination = destination.number;
        sending.owner = process::current;
        sending.transit.lazy = true;
        sending.transit.finished = [](void* done) {
            auto* sent = static_cast<Message*>(done);
            const std::size_t sent_bytes = sent->sending.parcel.envelope.storage.bytes;
            sent->buffer->used_ -= sent_bytes;
            Transport::put_back_buffer(*sent->sending.owner, sent_bytes);
            std::free(sent);
        };
    }

    std::size_t used_ = 0; // bytes
};

} // namespace sartor::aspects
