// Sends and receives under way: the nodes of the communicator's queues. The communicator links them by
// address, so they must not be moved until they are complete.
#pragma once

#include <atomic>
#include <cstddef>

#include "components/communicator/shared_copy.hpp"
#include "runtime/process.hpp"

namespace sartor::communicator {

// What a machine keeps with messages under way: a policy with one type for each of the three. This one is
// for machines whose ranks share memory, and keeps nothing.
struct InSharedMemory {
    struct OfParcel {};
    struct OfSending {};
    struct OfReceiving {};
};

// What it keeps of each rank besides: nothing, but for those with an OfRank.
template <class Transit>
struct TransitOfRank {
    struct type {};
};
template <class Transit>
requires requires {
    typename Transit::OfRank;
}
struct TransitOfRank<Transit> {
    using type = typename Transit::OfRank;
};

template <class Envelope, class Transit = InSharedMemory>
struct Sending;
template <class Envelope, class Transit = InSharedMemory>
struct Receiving;

// A message on its way to the receiver. Either it points into the sender's buffer: `sender` is the send,
// which is complete when the data have been copied. Or it is a cell, memory of the library with a copy of the
// data: `sender` is null, and the receiver frees the cell. (With a handshake it may also be a request to
// send, without data.)
template <class Envelope, class Transit = InSharedMemory>
struct Parcel {
    using envelope_type = Envelope;
    using sending_type = communicator::Sending<Envelope, Transit>;
    using receiving_type = communicator::Receiving<Envelope, Transit>;

    Parcel* next = nullptr;
    Envelope envelope{};
    sending_type* sender = nullptr;
    [[no_unique_address]] typename Transit::OfParcel transit{};

    // Whether it is a cell.
    [[nodiscard]] bool is_cell() const noexcept {
        if constexpr (requires { transit.is_request; })
            if (transit.is_request) return false;
        return sender == nullptr;
    }
};

// A send from its start to its completion. Its memory belongs to a blocking call or a request. Before it is
// started, parcel.envelope, mode, destination and owner are set.
//
// `complete` is set by the receiver, which may be another thread; is_complete() orders what the receiver did
// before it.
template <class Envelope, class Transit>
struct Sending {
    Parcel<Envelope, Transit> parcel{};
    [[no_unique_address]] typename Envelope::mode_type mode{};
    int destination = 0; // its number in the process, not in a communicator
    process::Rank* owner = nullptr;
    std::atomic<bool> complete{false};
    SharedCopy<typename Envelope::storage_type> shared_copy; // see aspects/split_copy.hpp
    [[no_unique_address]] typename Transit::OfSending transit{};

    [[nodiscard]] bool is_complete() const noexcept { return complete.load(std::memory_order_acquire); }
};

// What is known of a message that has arrived: the header, the checked type of its data, and its length in
// bytes as it was sent. More bytes than the receive has room for are a truncation.
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

    // Whether a receive with room for so many bytes, and for such data, receives all of it without an error.
    // `Check` must have agrees_with().
    [[nodiscard]] bool fits(std::size_t room, const typename Envelope::check_type& expected) const noexcept {
        return bytes <= room && check.agrees_with(expected);
    }
};

// A receive from its start to its completion; the arriving header fills in what the expected one left open
// (EPOS-MPI 4.6). Before it is started, envelope and source are set. All members are written by the worker
// of its rank.
template <class Envelope, class Transit>
struct Receiving {
    using Header = typename Envelope::header_type;

    Receiving* next; // of the posted receives
    Envelope envelope{};
    int source = -1;        // number in the process of the rank that sends; -1: any
    std::size_t sent_bytes; // as the sender sent them; set when the receive is matched
    bool complete = false;
    [[no_unique_address]] typename Envelope::check_type arrived{}; // the checked type of its data
    [[no_unique_address]] typename Transit::OfReceiving transit{};

    Receiving() noexcept {}
    // Member by member: the compiler would copy an envelope as a whole, by way of memory.
    Receiving(const Envelope& expected, int sender) noexcept
        : envelope{expected.header, expected.storage, expected.check}, source(sender) {}

    [[nodiscard]] bool is_complete() const noexcept { return complete; }
    // Bytes in the buffer, and what arrived: of a completed receive.
    [[nodiscard]] std::size_t received_bytes() const noexcept {
        return sent_bytes < envelope.storage.bytes ? sent_bytes : envelope.storage.bytes;
    }
    [[nodiscard]] Arrival<Envelope> arrival() const noexcept {
        return {envelope.header, sent_bytes, arrived};
    }
};

} // namespace sartor::communicator
