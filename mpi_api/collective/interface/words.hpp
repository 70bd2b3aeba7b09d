// Words between the ranks of a machine that has them, for collectives.
#pragma once

#include <cstdint>

#include "components/envelope/header.hpp"
#include "mpi_api/state/communicators.hpp"
#include "runtime/process.hpp"

namespace sartor::mpi {

namespace internal {

// Sends up to eight bytes over the control network in place of a message: the rank waits for it, and reports
// show it, as for the message. Returns when it is sent.
template <class Machine, class Transport, class Communicator, class Message>
void send_word(Communicator& communicator, Message& message, std::uint64_t value) noexcept {
    typename Transport::Word word;
    const auto& header = message.parcel.envelope.header;
    word.source = process::current->number;
    word.destination = message.destination;
    word.context = header.context(collective_context_offset);
    word.number = header.tag();
    word.bytes = static_cast<int>(message.parcel.envelope.storage.bytes);
    word.value = value;
    word.object = &message;
    word.complete = [](auto& sent, auto now) {
        static_cast<Message*>(sent.object)->complete.store(true, std::memory_order_relaxed);
        Machine::resume(sent.source, now);
    };
    if (!Transport::send_word(word)) communicator.wait(message);
}

// Receives such a word. Returns how many bytes were sent.
template <class Machine, class Transport, class Communicator, class Message>
[[nodiscard]] int receive_word(Communicator& communicator, Message& message, std::uint64_t& value) noexcept {
    typename Transport::Word word;
    const auto& header = message.envelope.header;
    word.source = message.source;
    word.destination = process::current->number;
    word.context = header.context(collective_context_offset);
    word.number = header.tag();
    word.object = &message;
    word.complete = [](auto& received, auto now) {
        static_cast<Message*>(received.object)->complete = true;
        Machine::resume(received.destination, now);
    };
    if (!Transport::receive_word(word)) communicator.wait(message);
    value = word.value;
    return word.bytes;
}

} // namespace internal

} // namespace sartor::mpi
