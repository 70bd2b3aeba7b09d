// The channels of a machine as the interface of collectives: no MPI between them.
#pragma once

#include <cstddef>

#include "components/channel/raw_channel.hpp"
#include "components/collective/interface/interface.hpp"

namespace sartor::collective {

// All ranks of the process are the group.
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

    // Something that was sent was not as long as what was expected, or there was no memory.
    [[nodiscard]] bool failed() const noexcept { return failed_; }

  private:
    Channel& channel_ = Channel::of(*process::current);
    bool failed_ = false;
};

} // namespace sartor::collective
