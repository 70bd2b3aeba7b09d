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

// A message on its way to the receiver. It points into the sender's buffer (`sender` is told when that is
// free again), or is a cell of the library with its own copy of the data (`sender` is null, the receiver
// keeps it).
template <class Envelope, class Transit = InSharedMemory>
struct Parcel {
    using envelope_type = Envelope;

    Parcel* next = nullptr;
    Envelope envelope{};
    Sending<Envelope, Transit>* sender = nullptr;
    [[no_unique_address]] typename Transit::OfParcel transit{};
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

// A receive from its start to its completion. The arriving header fills in the expected one (EPOS-MPI 4.6).
template <class Envelope, class Transit = InSharedMemory>
struct Receiving {
    using Header = typename Envelope::header_type;

    Receiving* next = nullptr;
    Envelope envelope{};
    int source = -1;            // the rank in the process that it is expected from; -1: any
    std::size_t sent_bytes = 0; // what the sender gave: more than the buffer holds is a truncation
    bool complete = false;
    [[no_unique_address]] typename Envelope::check_type arrived{}; // what the message says of its data
    [[no_unique_address]] typename Transit::OfReceiving transit{};

    [[nodiscard]] bool is_complete() const noexcept { return complete; }
    [[nodiscard]] bool is_truncated() const noexcept { return sent_bytes > envelope.storage.bytes; }
    [[nodiscard]] std::size_t received_bytes() const noexcept {
        return is_truncated() ? envelope.storage.bytes : sent_bytes;
    }
};

} // namespace sartor::communicator
