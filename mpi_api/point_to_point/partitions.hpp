// The parts of a message that is sent as they get ready (MPI-5.0 chapter 4).
//
// The sender tells the receiver once, in a first message, which tags its partitions have and how long they
// are: these first messages match in the order in which the requests were made, as the standard demands. Each
// partition is then a message of its own, once for each start.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <type_traits>

#include "mpi_api/point_to_point/messages.hpp"

namespace sartor::mpi {

// Contexts below zero: those of a communicator's messages and collectives, mirrored.
[[nodiscard]] constexpr int first_message_context(int context) noexcept {
    return -1 - context;
}
[[nodiscard]] constexpr int partitions_context(int context) noexcept {
    return -1 - (context + collective_context_offset);
}

// What the first message says.
struct PartitionPlan {
    std::int32_t first_tag = 0;
    std::int32_t partitions = 0;
    std::uint64_t bytes = 0; // of one
};

template <class Types>
class Partitions {
  public:
    using Sending = typename Types::Sending;
    using Receiving = typename Types::Receiving;
    using Storage = typename Types::Envelope::storage_type;
    static_assert(std::is_trivially_copyable_v<PartitionPlan>);

    bool sends = false;
    bool nobody = false; // the other side is MPI_PROC_NULL
    int number = 0;      // of partitions of this side
    int peer = 0;        // in the communicator
    int tag = 0;
    int context = 0;    // of the communicator
    int in_process = 0; // who the peer is in the process
    int own_rank = 0;
    Storage data{};             // all of it
    std::size_t part_bytes = 0; // of one partition of this side
    PartitionPlan plan;         // the sender's
    Sending plan_out;
    Receiving plan_in;
    int ready = 0;                   // at the sender: how many
    bool* is_ready = nullptr;        // which
    Sending* sendings = nullptr;     // one for each partition
    Receiving* receivings = nullptr; // one for each partition of the sender, from the first start on
    void* staged = nullptr;          // where partitions arrive that are no whole elements of the receive
    std::size_t received = 0;
    bool posted = false; // the receives, since the last start

    // All of the sender's partitions that have bytes of this one, where bytes go straight to their places.
    [[nodiscard]] bool has_arrived(int partition) const noexcept {
        if (nobody) return true;
        if (!posted || staged != nullptr) return false;
        const std::size_t start = static_cast<std::size_t>(partition) * part_bytes;
        for (int one = 0; one < plan.partitions; ++one) {
            const std::size_t from = static_cast<std::size_t>(one) * plan.bytes;
            const bool overlaps = from < start + part_bytes && start < from + plan.bytes;
            if (overlaps && !receivings[one].is_complete()) return false;
        }
        return true;
    }

    // Sends the plan, or expects it.
    template <class Communicator>
    void begin(Communicator& communicator) noexcept {
        if (nobody) return;
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

    // Frees what the task's memory does not hold. No start is under way.
    template <class Communicator>
    void end(Communicator& communicator) noexcept {
        if (!nobody && sends) communicator.wait(plan_out);
        if (!nobody && !sends && !plan_in.is_complete()) communicator.withdraw(plan_in);
        free_memory();
    }
    void free_memory() noexcept {
        std::free(sendings);
        std::free(is_ready);
        std::free(receivings);
        std::free(staged);
    }

    void fill_in(MPI_Status* status) const noexcept {
        if (nobody) return fill_null_process(status);
        if (!sends) fill(status, peer, tag, received);
    }
};

} // namespace sartor::mpi
