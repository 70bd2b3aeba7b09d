// The parts of a message that is sent as they get ready (MPI-5.0 chapter 4).
//
// The sender sends once, in a first message, the tags of its partitions and their
// lengths: these first messages match in the order in which the requests were made, as the standard demands.
// Each partition is then a message of its own, once for each start.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <new>
#include <type_traits>

#include "components/envelope/digest.hpp"
#include "components/library_memory.hpp"
#include "mpi_api/point_to_point/messages/messages.hpp"

namespace sartor::mpi {

// Contexts below zero: those of a communicator's messages and collectives, mirrored.
[[nodiscard]] constexpr int first_message_context(int context) noexcept {
    return -1 - context;
}
[[nodiscard]] constexpr int partitions_context(int context) noexcept {
    return -1 - (context + collective_context_offset);
}

// The contents of the first message.
struct PartitionPlan {
    std::int32_t first_tag = 0;
    std::int32_t partitions = 0;
    std::uint64_t bytes = 0; // of one
};

// An array of operations whose number is known when it is needed, at most once in its life. Without memory it
// has no elements and is_made() is false.
template <class Operation>
class OperationArray {
  public:
    OperationArray() = default;
    OperationArray(const OperationArray&) = delete;
    OperationArray& operator=(const OperationArray&) = delete;
    ~OperationArray() {
        for (int index = 0; index < count_; ++index) first_[index].~Operation();
        std::free(first_);
    }

    // Once. False without memory.
    [[nodiscard]] bool make(int count) noexcept {
        first_ = static_cast<Operation*>(
            allocate_for_library((static_cast<std::size_t>(count) + 1) * sizeof(Operation)));
        if (first_ == nullptr) return false;
        for (; count_ < count; ++count_) new (&first_[count_]) Operation;
        return true;
    }

    [[nodiscard]] bool is_made() const noexcept { return first_ != nullptr; }
    [[nodiscard]] int count() const noexcept { return count_; }
    [[nodiscard]] Operation& operator[](int index) noexcept { return first_[index]; }
    [[nodiscard]] const Operation& operator[](int index) const noexcept { return first_[index]; }

  private:
    Operation* first_ = nullptr;
    int count_ = 0;
};

// One side of a partitioned message. The sender's partitions and the receiver's may differ in number; their
// total length is the same. Lives in its request's task, with sends and receives that others point at: never
// moves.
template <class Types>
struct Partitions {
    using Receiving = typename Types::Receiving;
    using Storage = typename Types::Envelope::storage_type;
    struct Unwatched {};
    using Watched =
        std::conditional_t<Types::Envelope::check_type::compares, envelope::KeptDigest, Unwatched>;
    struct Sending : Types::Sending {
        bool is_ready = false;
        [[no_unique_address]] Watched digest; // of what was there when it got ready

        // The program may not change it from now on until the whole message is complete.
        void begin_use() noexcept {
            if constexpr (Types::Envelope::check_type::compares)
                digest.keep(envelope::digest_of(this->parcel.envelope.storage));
        }
        [[nodiscard]] bool has_changed() const noexcept {
            if constexpr (Types::Envelope::check_type::compares)
                return !digest.is(envelope::digest_of(this->parcel.envelope.storage));
            return false;
        }
    };

    Partitions() = default;
    Partitions(const Partitions&) = delete;
    Partitions& operator=(const Partitions&) = delete;
    ~Partitions() { std::free(staged); }

    bool sends = false;
    bool without_peer = false; // the other side is MPI_PROC_NULL
    int number = 0;            // of partitions of this side
    int own_rank = 0;          // in the communicator, as the peer
    int peer = 0;
    int tag = 0;
    int context = 0;    // of the communicator
    int in_process = 0; // who the peer is there
    Storage data{};     // all of it

    PartitionPlan plan; // the sender's
    typename Types::Sending plan_out;
    Receiving plan_in;

    OperationArray<Sending> sendings; // the sender's, one for each partition
    int ready = 0;                    // how many of them

    OperationArray<Receiving> receivings; // one for each partition of the sender, from the first start on
    bool posted = false;                  // they are, since the last start
    void* staged = nullptr;               // where partitions arrive that are no whole elements of the receive

    // At the sender, sends the plan; at the receiver, posts its receive. Called when the request is made, so
    // that requests match in the order in which they are made (MPI-5.0 chapter 4).
    template <class Communicator>
    void begin(Communicator& communicator) noexcept {
        if (without_peer) return;
        const Storage memory{&plan, sizeof plan};
        if (sends) {
            plan_out.parcel.envelope.header = {own_rank, tag, first_message_context(context)};
            plan_out.parcel.envelope.storage = memory;
            plan_out.destination = in_process;
            plan_out.owner = process::current;
            communicator << plan_out;
        } else {
            plan_in.envelope.header = {peer, tag, first_message_context(context)};
            plan_in.envelope.storage = memory;
            plan_in.source = in_process;
            communicator >> plan_in;
        }
    }

    // Whether the plan has been sent, or has arrived: until then its memory is in use.
    [[nodiscard]] bool is_matched() const noexcept {
        return without_peer || (sends ? plan_out.is_complete() : plan_in.is_complete());
    }
    // In MPI_Finalize, of a request that was freed: the plan is sent, or no longer expected.
    template <class Communicator>
    void end(Communicator& communicator) noexcept {
        if (is_matched()) return;
        if (sends) return communicator.wait(plan_out);
        communicator.withdraw(plan_in);
        without_peer = true;
    }

    // Whether all of the sender's partitions have arrived that hold bytes of this one. False until the end
    // for data that are staged. Cost: O(the sender's partitions that overlap this one).
    [[nodiscard]] bool has_arrived(int partition) const noexcept {
        if (without_peer) return true;
        if (!posted || staged != nullptr) return false; // what is staged is copied to its buffer at the end
        // Partitions without bytes overlap as if each had the same share of the message.
        const auto of_receiver = static_cast<std::size_t>(number);
        const auto of_sender = static_cast<std::size_t>(plan.partitions);
        const bool empty = data.bytes < of_receiver || plan.bytes == 0;
        const std::size_t length = empty ? of_sender : data.bytes / of_receiver;
        const std::size_t length_of_senders = empty ? of_receiver : plan.bytes;
        const std::size_t start = static_cast<std::size_t>(partition) * length;
        const std::size_t behind = start + length;
        for (std::size_t one = start / length_of_senders; one < of_sender && one * length_of_senders < behind;
             ++one)
            if (!receivings[static_cast<int>(one)].is_complete()) return false;
        return true;
    }

    // The sum over all partitions.
    [[nodiscard]] std::size_t received_bytes() const noexcept {
        std::size_t bytes = 0;
        for (int one = 0; one < receivings.count(); ++one) bytes += receivings[one].received_bytes();
        return bytes;
    }

    void fill_in(MPI_Status* status) const noexcept {
        if (without_peer) return fill_null_process(status);
        if (!sends) fill(status, peer, tag, received_bytes());
    }
};

} // namespace sartor::mpi
