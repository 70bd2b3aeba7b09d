// Pack, send, receive and unpack as the interface of collectives (EPOS-MPI 3.5: "such as PVM").
#pragma once

#include <cstddef>

#include "components/collective/interface/interface.hpp"
#include "interfaces/pvm/task.hpp"

namespace sartor::pvm {

// Satisfies collective::MessagePassing. A piece is packed into one message with a tag that the program
// reserves for collectives: two copies.
class Messages {
  public:
    using Machine = machine::Host;
    using Program = void; // states nothing of its own
    using Piece = envelope::Contiguous;

    Messages(Task& task, int tag) noexcept : task_(task), tag_(tag) {}

    [[nodiscard]] int rank() const noexcept { return Task::my_task(); }
    [[nodiscard]] int size() const noexcept { return Task::tasks(); }

    void send(int node, const Piece& piece) noexcept {
        task_.begin_send();
        note(task_.pack(piece.data, piece.bytes));
        note(task_.send(node, tag_));
    }
    void receive(int node, const Piece& piece) noexcept {
        task_.receive(node, tag_);
        note(task_.unpack(piece.data, piece.bytes));
        if (task_.left() != 0) note(Error::nothing_packed_left);
    }
    // Sends return at once, so one after the other is enough.
    void exchange(int to, const Piece& outgoing, int from, const Piece& incoming) noexcept {
        send(to, outgoing);
        receive(from, incoming);
    }
    void out_of_memory(std::size_t) noexcept { note(Error::no_memory); }

    // The first error.
    [[nodiscard]] Error error() const noexcept { return error_; }

  private:
    void note(Error error) noexcept {
        if (error_ == Error::none) error_ = error;
    }

    Task& task_;
    int tag_;
    Error error_ = Error::none;
};

static_assert(collective::MessagePassing<Messages>);

} // namespace sartor::pvm
