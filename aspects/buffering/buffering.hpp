// Sends that are over as soon as their data are copied into memory that the program attached (EPOS-MPI 4.1:
// the Buffering option; MPI-5.0 section 3.6).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "aspects/buffering/attached_buffer.hpp"

namespace sartor::aspects {

// An aspect over a communicator: buffered sends, with one buffer for all messages.
template <class Communicator>
class Buffering : public Communicator {
  public:
    static constexpr std::string_view name = "buffering";
    using typename Communicator::Sending;
    using Buffer = AttachedBuffer<Sending>;

    using Communicator::Communicator;

    [[nodiscard]] Buffer& buffer() noexcept { return buffer_; }
    // The buffer for messages with this context.
    [[nodiscard]] Buffer& buffer_for(std::int32_t) noexcept { return buffer_; }

    // Copies the message into the buffer and sends it from there; `message` has its header, destination and
    // data. False: there is no room, nothing was sent. `overhead`: see AttachedBuffer::take.
    [[nodiscard]] bool send_buffered(const Sending& message, Buffer& buffer,
                                     std::size_t overhead = 0) noexcept {
        const auto& envelope = message.parcel.envelope;
        this->progress();
        auto* block = buffer.take(envelope.storage.bytes, overhead);
        if (block == nullptr) return false;
        envelope.storage.gather_to(block->data());
        Sending& sending = block->sending;
        sending.parcel.envelope.header = envelope.header;
        sending.parcel.envelope.storage = {block->data(), envelope.storage.bytes};
        sending.parcel.envelope.check = envelope.check;
        sending.destination = message.destination;
        sending.owner = message.owner;
        sending.mode = message.mode;
        *this << sending;
        return true;
    }

    // Returns when all sends from the buffer are complete.
    void flush(const Buffer& buffer) noexcept {
        flush_first(buffer.taken(), [&] { return &buffer; });
    }
    // The same for the first `blocks` blocks. They may have been freed meanwhile, and the buffer with them:
    // find() gives it, or null.
    template <class Find>
    void flush_first(std::uint64_t blocks, Find find) noexcept {
        const auto under_way = [&](std::uint64_t of) {
            const Buffer* buffer = find();
            return buffer == nullptr ? nullptr : buffer->oldest_under_way(of);
        };
        while (const auto* block = under_way(blocks))
            this->wait_for_end_of(block->sending,
                                  [&, end = block->number + 1] { return under_way(end) == nullptr; });
    }
    void flush_all() noexcept { flush(buffer_); }

  private:
    Buffer buffer_;
};

} // namespace sartor::aspects
