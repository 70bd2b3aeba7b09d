// Sends and receives under way: the nodes of the communicator's queues.
#pragma once

#include <atomic>
#include <cstddef>

#include "components/communicator/shared_copy.hpp"
#include "components/process/process.hpp"

namespace sartor::communicator {

// What a machine keeps with messages under way: nothing where ranks share memory and nothing is taken back.
struct InSharedMemory {
    struct OfParcel {};
    struct OfSending {};
    struct OfReceiving {};
};

template <class Envelope, class Transit = InSharedMemory>
struct Sending;
template <class Envelope, class Transit = InSharedMemory>
struct Receiving;

// A message on its way to the receiver. It points into the sender's buffer (`sender` is told when that is
// free again), or is a cell of the library with its own copy of the data (`sender` is null, the receiver
// keeps it).
template <class Envelope, class Transit = InSharedMemory>
struct Parcel {
    using envelope_type = Envelope;
    using sending_type = communicator::Sending<Envelope, Transit>;
    using receiving_type = communicator::Receiving<Envelope, Transit>;

    Parcel* next = nullptr;
    Envelope envelope{};
    sending_type* sender = nullptr;
    [[no_unique_address]] typename Transit::OfParcel transit{};

    // Whether its data are a copy in memory of the library's.
    [[nodiscard]] bool is_cell() const noexcept {
        if constexpr (requires { transit.is_request; })
            if (transit.is_request) return false;
        return sender == nullptr;
    }
};

// A send from its start to its completion. Lives with the caller of a blocking send or in a request.
template <class Envelope, class Transit>
struct Sending {
    Parcel<Envelope, Transit> parcel{};
    [[no_unique_address]] typename Envelope::mode_type mode{};
    int destination = 0; // the rank in the process, not in a communicator
    process::Rank* owner = nullptr;
    std::atomic<bool> complete{false};
    SharedCopy<typename Envelope::storage_type> shared_copy; // of protocols that split copies
    [[no_unique_address]] typename Transit::OfSending transit{};

    [[nodiscard]] bool is_complete() const noexcept { return complete.load(std::memory_order_acquire); }
};

// What a receive learns of its message: its header, what it says of its data, and how long it was when it was
// sent: more bytes than the receive has room for are a truncation.
template <class Envelope>
struct Arrival {
    typename Envelope::header_type header;
    std::size_t bytes;
    [[no_unique_address]] typename Envelope::check_type check;

    explicit Arrival(const Envelope& sent) noexcept
        : header(sent.header), bytes(sent.storage.bytes), check(sent.check) {}
    Arrival(const typename Envelope::header_type& sent_header, std::size_t sent_bytes,
            const typename Envelope::check_type& sent_check) noexcept
        : header(sent_header), bytes(sent_bytes), check(sent_check) {}

    // Whether a receive with that much room, for such data, takes all of it.
    [[nodiscard]] bool fits(std::size_t room, const typename Envelope::check_type& expected) const noexcept {
        return bytes <= room && check.agrees_with(expected);
    }
};

// A receive from its start to its completion. The arriving header fills in the expected one (EPOS-MPI 4.6).
template <class Envelope, class Transit>
struct Receiving {
    using Header = typename Envelope::header_type;

    Receiving* next; // of those that wait
    Envelope envelope{};
    int source = -1;        // the rank in the process that it is expected from; -1: any
    std::size_t sent_bytes; // what the sender gave, once it is complete; more than the buffer is a truncation
    bool complete = false;
    [[no_unique_address]] typename Envelope::check_type arrived{}; // what the message says of its data
    [[no_unique_address]] typename Transit::OfReceiving transit{};

    [[nodiscard]] bool is_complete() const noexcept { return complete; }
    // Of a completed one.
    [[nodiscard]] std::size_t received_bytes() const noexcept {
        return sent_bytes < envelope.storage.bytes ? sent_bytes : envelope.storage.bytes;
    }
    [[nodiscard]] Arrival<Envelope> arrival() const noexcept {
        return {envelope.header, sent_bytes, arrived};
    }
};

} // namespace sartor::communicator
