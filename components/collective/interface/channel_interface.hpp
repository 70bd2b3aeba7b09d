// The raw channels of a machine as an interface for collectives, without MPI.
#pragma once

#include <cstddef>

#include "components/collective/interface/interface.hpp"
#include "transports/raw_channel.hpp"

namespace sartor::collective {

// The group is all ranks of the process. Errors are kept: see failed().
template <class M>
class ChannelMessages {
  public:
    using Machine = M;
    using Program = void; // states nothing of its own
    using Piece = envelope::Contiguous;
    using Started = channel::RawMessage;
    using Channel = channel::RawChannel<Machine>;

    [[nodiscard]] int rank() const noexcept { return process::current->number; }
    [[nodiscard]] int size() const noexcept { return process::size(); }

    void start(Started& message, int node, const Piece& piece) noexcept {
        channel_.send(node, message, piece.data, piece.bytes);
    }
    void finish(Started& message) noexcept { channel_.wait_for(message); }
    void send(int node, const Piece& piece) noexcept {
        Started message;
        start(message, node, piece);
        finish(message);
    }
    // A message of another length is copied as far as it fits, and failed() is set.
    void receive(int node, const Piece& piece) noexcept {
        channel::RawMessage& message = channel_.receive(node);
        const Piece sent = message.envelope.storage;
        sent.copy_to(piece);
        if (sent.bytes != piece.bytes) failed_ = true;
        Channel::release(message);
    }
    void exchange(int to, const Piece& outgoing, int from, const Piece& incoming) noexcept {
        Started message;
        start(message, to, outgoing);
        receive(from, incoming);
        finish(message);
    }
    void out_of_memory(std::size_t) noexcept { failed_ = true; }

    // Whether a message was not as long as expected, or there was no memory.
    [[nodiscard]] bool failed() const noexcept { return failed_; }

  private:
    Channel& channel_ = Channel::of(*process::current);
    bool failed_ = false;
};

} // namespace sartor::collective
