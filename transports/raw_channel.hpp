// The channels of a machine by themselves: messages between ranks, in the order in which they were sent. No
// communicator, no protocols, no MPI.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>

#include "components/envelope/envelope.hpp"
#include "transports/service.hpp"
#include "transports/transport.hpp"

namespace sartor::channel {

// A message in flight. It points to its sender's data until `taken`, or is a copy that its receiver frees.
struct RawMessage {
    using Header = envelope::MessageHeader<envelope::ExactField<envelope::SourceKind>,
                                           envelope::ExactField<envelope::TagKind>,
                                           envelope::AbsentField<envelope::ContextKind>>;
    using envelope_type = envelope::Envelope<Header, envelope::Contiguous>;

    RawMessage* next = nullptr;
    envelope_type envelope{};
    process::Rank* sender = nullptr; // null: a copy
    std::atomic<bool> taken{false};

    // Copies are not the transport's.
    [[nodiscard]] static constexpr bool is_cell() noexcept { return false; }
};

// One for each rank, as the rank's state. Messages that have arrived are in one list, searched in order.
template <class Machine>
class RawChannel {
  public:
    using Transport = typename Machine::template transport<Messages<RawMessage, RawChannel>>;
    static_assert(channel::Transport<Transport, RawMessage> &&
                      channel::SlottedTransport<Transport, RawMessage>,
                  "this machine's transport does not do what a raw channel needs");

    explicit RawChannel(Transport& transport) noexcept : transport_(transport) {}
    RawChannel(const RawChannel&) = delete;
    RawChannel& operator=(const RawChannel&) = delete;
    ~RawChannel() {
        for (RawMessage* message = first_; message != nullptr;) {
            RawMessage* rest = message->next;
            if (message->sender == nullptr) std::free(message);
            message = rest;
        }
    }

    [[nodiscard]] static RawChannel& of(const process::Rank& rank) noexcept {
        return process::state_of<RawChannel>(rank);
    }

    // Sends data in place: `message` and the data must be unchanged until wait_for(message). A short message
    // to another worker is copied into a slot, and is complete at once.
    void send(int destination, RawMessage& message, const void* data, std::size_t bytes,
              int tag = 0) noexcept {
        message.envelope.header = {process::current->number, tag, 0};
        message.envelope.storage = {const_cast<void*>(data), bytes};
        process::Rank& receiver = process::rank(destination);
        if (!transport_.is_here(receiver) && transport_.put_in_slot(receiver, message.envelope)) {
            message.taken.store(true, std::memory_order_relaxed);
            return;
        }
        message.sender = process::current;
        transport_.post(receiver, message);
    }
    // Blocks until the data may be changed.
    void wait_for(const RawMessage& message) noexcept {
        while (!message.taken.load(std::memory_order_acquire)) look();
    }

    // Sends a copy. False when there is no memory for it.
    [[nodiscard]] bool send_copy(int destination, const void* data, std::size_t bytes, int tag) noexcept {
        RawMessage* message = copy_of({process::current->number, tag, 0}, data, bytes);
        if (message != nullptr) transport_.post(process::rank(destination), *message);
        return message != nullptr;
    }

    // Blocks until there is a message from the rank with this tag, the oldest first. Its owner gives it back
    // with release().
    [[nodiscard]] RawMessage& receive(int source, int tag = 0) noexcept {
        const RawMessage::Header expected{source, tag, 0};
        for (;;) {
            for (RawMessage** link = &first_; *link != nullptr; link = &(*link)->next)
                if (expected.matches((*link)->envelope.header)) return take_out(link);
            look();
        }
    }
    // Frees a copy; otherwise wakes the sender, which may change its data then.
    static void release(RawMessage& message) noexcept {
        if (message.sender == nullptr) return std::free(&message);
        process::Rank& sender = *message.sender;
        message.taken.store(true, std::memory_order_release);
        process::wake(sender);
    }

    // Called by the transport.
    void arrive(RawMessage& message, process::Rank& rank) noexcept {
        message.next = nullptr;
        *end_ = &message;
        end_ = &message.next;
        process::wake(rank);
    }
    void arrive(const RawMessage::Header& header, const typename RawMessage::envelope_type::check_type&,
                const void* data, std::size_t bytes, process::Rank& rank) noexcept {
        RawMessage* message = copy_of(header, data, bytes);
        if (message == nullptr) {
            process::report("no memory for a message of %zu bytes", bytes);
            process::end_run(1);
        }
        arrive(*message, rank);
    }

  private:
    void look() noexcept {
        if (!transport_.collect()) process::block();
    }

    [[nodiscard]] RawMessage& take_out(RawMessage** link) noexcept {
        RawMessage* message = *link;
        *link = message->next;
        if (end_ == &message->next) end_ = link;
        return *message;
    }

    [[nodiscard]] static RawMessage* copy_of(const RawMessage::Header& header, const void* data,
                                             std::size_t bytes) noexcept {
        void* memory = std::malloc(sizeof(RawMessage) + bytes);
        if (memory == nullptr) return nullptr;
        auto* message = new (memory) RawMessage;
        message->envelope.header = header;
        message->envelope.storage = {message + 1, bytes};
        if (bytes > 0) std::memcpy(static_cast<void*>(message + 1), data, bytes);
        return message;
    }

    Transport& transport_;
    RawMessage* first_ = nullptr;
    RawMessage** end_ = &first_;
};

// What the process runtime needs to run ranks that have a raw channel and nothing else.
// Reports of deadlocks name no ranks (waits_for is -1), and the watchdog sees no deliveries.
template <class Machine>
[[nodiscard]] constexpr process::Program raw_channel_program() {
    using Channel = RawChannel<Machine>;
    using Transport = typename Channel::Transport;
    process::Program program{};
    program.transport_bytes = sizeof(Transport);
    program.construct_transport = [](void* memory, int worker, int workers) {
        new (memory) Transport(worker, workers);
    };
    program.destroy_transport = [](void* memory) { static_cast<Transport*>(memory)->~Transport(); };
    program.collect = [](void* memory) { return static_cast<Transport*>(memory)->collect(); };
    program.state_bytes = sizeof(Channel);
    program.construct = [](void* memory, process::Rank& rank) { new (memory) Channel(Transport::of(rank)); };
    program.close = [](process::Rank&) {};
    program.destroy = [](process::Rank& rank) { process::state_of<Channel>(rank).~Channel(); };
    program.ended = [](process::Rank&) -> const char* { return nullptr; };
    program.describe = [](const process::Rank&, char* text, std::size_t bytes) {
        constexpr std::string_view waits = "for a message, or for one of its own to be taken";
        std::size_t length = waits.size() < bytes ? waits.size() : bytes - 1;
        std::memcpy(text, waits.data(), length);
        text[length] = '\0';
    };
    program.waits_for = [](const process::Rank&) { return -1; };
    program.progress = [](const process::Rank&) { return std::uint64_t{0}; };
    return program;
}

} // namespace sartor::channel
