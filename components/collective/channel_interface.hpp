// The channels of a machine as the interface of collectives: no MPI between them.
#pragma once

#include <cstddef>

#include "components/channel/post_office.hpp"
#include "components/collective/interface.hpp"

namespace sartor::collective {

// All ranks of the process are the group.
template <class M>
class ChannelMessages {
  public:
    using Machine = M;
    using Program = void; // states nothing of its own
    using Piece = envelope::Contiguous;
    using Started = channel::Letter;
    using Office = channel::PostOffice<Machine>;

    [[nodiscard]] int rank() const noexcept { return process::current->number; }
    [[nodiscard]] int size() const noexcept { return process::size(); }

    void start(Started& letter, int node, const Piece& piece) noexcept {
        office_.send(node, letter, piece.data, piece.bytes);
    }
    void finish(Started& letter) noexcept { office_.wait_for(letter); }
    void send(int node, const Piece& piece) noexcept {
        Started letter;
        start(letter, node, piece);
        finish(letter);
    }
    void receive(int node, const Piece& piece) noexcept {
        channel::Letter& letter = office_.receive(node);
        const Piece sent = letter.envelope.storage;
        sent.copy_to(piece);
        if (sent.bytes != piece.bytes) failed_ = true;
        Office::release(letter);
    }
    void exchange(int to, const Piece& outgoing, int from, const Piece& incoming) noexcept {
        Started letter;
        start(letter, to, outgoing);
        receive(from, incoming);
        finish(letter);
    }
    void out_of_memory(std::size_t) noexcept { failed_ = true; }

    // Something that was sent was not as long as what was expected, or there was no memory.
    [[nodiscard]] bool failed() const noexcept { return failed_; }

  private:
    Office& office_ = Office::of(*process::current);
    bool failed_ = false;
};

} // namespace sartor::collective
