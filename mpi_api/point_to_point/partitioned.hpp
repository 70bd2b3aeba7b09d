// MPI_Psend_init, Precv_init, Pready, Pready_range, Pready_list, Parrived (MPI-5.0 chapter 4).
#pragma once

#include "components/library_memory.hpp"
#include "mpi_api/point_to_point/messages/partitions.hpp"
#include "mpi_api/tasks/tasks.hpp"

namespace sartor::mpi {

namespace internal {

template <class Program>
using partitions_of = Partitions<typename Interface<Program>::types>;

// The task of a request for a partitioned message.
template <class Program>
struct PartitionedMessage : TaskOfCall<Program> {
    using TaskOfCall<Program>::TaskOfCall;

    partitions_of<Program> parts;
    const void* buffer = nullptr;
    MPI_Count count = 0; // of elements in a partition
    MPI_Datatype type = MPI_DATATYPE_NULL;

    // `elements` of them from element `first` on.
    [[nodiscard]] auto stretch(Call<Program>& by, MPI_Count first, MPI_Count elements) const noexcept {
        const auto& datatypes = by.state().datatypes;
        const auto address = reinterpret_cast<std::uintptr_t>(buffer) +
                             static_cast<std::uintptr_t>(first * datatypes.extent_of(value_of(type)));
        return datatypes.storage(reinterpret_cast<const void*>(address), elements, value_of(type));
    }
};

// ---- the sender's

// The sender's task, from MPI_Start on: waits until the program has marked all partitions as ready, and they
// have been sent. MPI_ERR_BUFFER for one that has changed meanwhile, found with --checked only.
template <class Program>
int send_partitions(Call<Program>& call, partitions_of<Program>& parts) noexcept {
    auto& communicator = call.state().communicator;
    parts.ready = 0;
    for (int partition = 0; partition < parts.number; ++partition) {
        parts.sendings[partition].is_ready = false;
        parts.sendings[partition].complete.store(false, std::memory_order_relaxed);
    }
    communicator.wait_until([&] { return parts.ready == parts.number; });
    if (parts.without_peer) return MPI_SUCCESS;
    for (int partition = 0; partition < parts.number; ++partition)
        communicator.wait(parts.sendings[partition]);
    for (int partition = 0; partition < parts.number; ++partition)
        call.at(point::PartIsOver(), parts.sendings[partition]);
    for (int partition = 0; partition < parts.number; ++partition)
        if (parts.sendings[partition].has_changed())
            return call.template fail<MPI_ERR_BUFFER>(
                "partition %d has changed after MPI_Pready, before the operation was complete", partition);
    return call.error();
}

// Gives each partition its tag and its memory. False without memory for them.
template <class Program>
[[nodiscard]] bool plan_sending(Call<Program>& call, PartitionedMessage<Program>& message) noexcept {
    auto& parts = message.parts;
    if (!parts.sendings.make(parts.number)) return false;
    const std::size_t bytes = message.stretch(call, 0, message.count).bytes;
    parts.plan = {call.state().partition_tags.take(parts.number), parts.number, bytes};
    for (int partition = 0; partition < parts.number; ++partition) {
        auto& one = parts.sendings[partition];
        one.parcel.envelope.header = {parts.own_rank, parts.plan.first_tag + partition,
                                      partitions_context(parts.context)};
        one.parcel.envelope.storage = message.stretch(call, partition * message.count, message.count);
        one.parcel.envelope.check = check_of(call, message.type);
        one.destination = parts.in_process;
        one.owner = process::current;
    }
    return true;
}

// ---- the receiver's

// The memory for the sender's partition number `partition`: of the buffer, or of the staging area when a
// partition is no whole number of the receive's elements. At most what the receive has room for.
template <class Program>
[[nodiscard]] auto storage_of(Call<Program>& call, PartitionedMessage<Program>& message,
                              int partition) noexcept {
    using Storage = typename partitions_of<Program>::Storage;
    auto& parts = message.parts;
    const std::size_t bytes = parts.plan.bytes;
    const std::size_t start = static_cast<std::size_t>(partition) * bytes;
    const std::size_t left = start < parts.data.bytes ? parts.data.bytes - start : 0;
    const std::size_t room = bytes < left ? bytes : left;
    if (room == 0) return Storage{parts.data.data, 0};
    if (parts.staged != nullptr) return Storage{static_cast<char*>(parts.staged) + start, room};
    const std::size_t element = call.state().datatypes.size_of(value_of(message.type));
    return message.stretch(call, static_cast<MPI_Count>(start / element),
                           static_cast<MPI_Count>(room / element));
}

// Memory for the receives that the sender's plan requires; with unequal elements also a staging area as long
// as the message. False when there is none.
template <class Program>
[[nodiscard]] bool prepare_receiving(Call<Program>& call, PartitionedMessage<Program>& message) noexcept {
    auto& parts = message.parts;
    const std::size_t element = call.state().datatypes.size_of(value_of(message.type));
    const bool whole_elements = element == 0 || parts.plan.bytes % element == 0;
    if (!whole_elements && parts.staged == nullptr) {
        parts.staged = allocate_for_library(parts.data.bytes + 1);
        if (parts.staged == nullptr) return false;
    }
    return parts.receivings.make(parts.plan.partitions);
}

template <class Program>
void post_partitions(Call<Program>& call, PartitionedMessage<Program>& message) noexcept {
    auto& parts = message.parts;
    for (int partition = 0; partition < parts.plan.partitions; ++partition) {
        auto& one = parts.receivings[partition];
        one.complete = false;
        one.envelope.header = {parts.peer, parts.plan.first_tag + partition,
                               partitions_context(parts.context)};
        one.envelope.storage = storage_of(call, message, partition);
        one.envelope.check = check_of(call, message.type);
        one.source = parts.in_process;
        call.state().communicator >> one;
    }
    parts.posted = true;
}

// The receiver's task, from MPI_Start on: waits for the plan, posts a receive for each partition, waits for
// them and copies what was staged. MPI_ERR_NO_MEM, or the error of the last partition with one.
template <class Program>
int receive_partitions(Call<Program>& call, PartitionedMessage<Program>& message) noexcept {
    auto& parts = message.parts;
    if (parts.without_peer) return MPI_SUCCESS;
    call.at(point::PartitionsAwaited(), parts.number,
            [&](int partition) { return message.stretch(call, partition * message.count, message.count); });
    auto& communicator = call.state().communicator;
    parts.posted = false;
    communicator.wait(parts.plan_in);
    if (!call.at(point::PartIsWrong(), parts.plan_in)) return call.error();
    if (!parts.receivings.is_made() && !prepare_receiving(call, message))
        return call.template fail<MPI_ERR_NO_MEM>("no memory for a message in %d partitions",
                                                  parts.plan.partitions);
    post_partitions(call, message);
    int error = MPI_SUCCESS;
    for (int partition = 0; partition < parts.plan.partitions; ++partition) {
        const auto& one = parts.receivings[partition];
        communicator.wait(one);
        if (!call.at(point::PartIsWrong(), one))
            error = call.error();
        else if (const int wrong = conclude(call, one, MPI_STATUS_IGNORE); wrong != MPI_SUCCESS)
            error = wrong;
    }
    if (parts.staged != nullptr)
        typename partitions_of<Program>::Storage{parts.staged, parts.received_bytes()}.copy_to(parts.data);
    return error;
}

// ---- requests

// Who takes part and with which data. The peer may be MPI_PROC_NULL.
template <class Program>
void describe(Call<Program>& call, PartitionedMessage<Program>& message, int partitions, int peer, int tag,
              MPI_Comm comm) noexcept {
    const auto view = call.view(comm);
    auto& parts = message.parts;
    parts.without_peer = peer == MPI_PROC_NULL;
    parts.number = partitions;
    parts.own_rank = view.rank();
    parts.peer = peer;
    parts.tag = tag;
    parts.context = view.context();
    if (!parts.without_peer) parts.in_process = view.in_process(peer);
    parts.data = message.stretch(call, 0, partitions * message.count);
}

template <bool Sends, class Program>
void run_partitioned(communicator::Task<typename Interface<Program>::types>& task) {
    auto& self = static_cast<PartitionedMessage<Program>&>(task);
    Call<Program> once = self.call;
    self.error = Sends ? send_partitions(once, self.parts) : receive_partitions(once, self);
}

// Makes an inactive persistent request. Costs a task's memory and at the sender an operation for each
// partition. MPI_ERR_ARG for a negative number of partitions, MPI_ERR_NO_MEM.
template <bool Sends, class Program>
int make_partitioned(Call<Program>& call, const void* buffer, int partitions, MPI_Count count,
                     MPI_Datatype type, int peer, int tag, MPI_Comm comm, MPI_Request* handle) noexcept {
    if (partitions < 0)
        return call.template fail<MPI_ERR_ARG>("partitions = %d: expected no negative number", partitions);
    void* memory = reserve_task(call, sizeof(PartitionedMessage<Program>));
    if (memory == nullptr) return call.error();
    auto* message = new (memory) PartitionedMessage<Program>(call);
    auto* request = request_for(call, *message, comm, handle);
    if (request == nullptr) return call.error();
    message->run = &run_partitioned<Sends, Program>;
    message->buffer = buffer;
    message->count = count;
    message->type = peer == MPI_PROC_NULL ? MPI_BYTE : type; // any datatype will do for no message
    message->parts.sends = Sends;
    request->parts = &message->parts;
    request->active = false;
    request->persistent = true;
    describe(call, *message, partitions, peer, tag, comm);
    if (Sends && !plan_sending(call, *message)) {
        message->parts.without_peer = true; // nothing to take back from the other side
        end_request(call, *request);
        *handle = MPI_REQUEST_NULL;
        return call.template fail<MPI_ERR_NO_MEM>("no memory for a message in %d partitions", partitions);
    }
    message->parts.begin(call.state().communicator);
    return MPI_SUCCESS;
}

// The partitions of a request of this side. Null after reporting MPI_ERR_REQUEST for another kind of request
// or an inactive one.
template <bool Sends, class Program>
[[nodiscard]] partitions_of<Program>* partitions_behind(Call<Program>& call, MPI_Request handle,
                                                        bool must_be_active) noexcept {
    auto* request = find_request(call, handle);
    if (request != nullptr) call.raise_errors_on(request->comm);
    const bool right = request != nullptr && request->parts != nullptr && request->parts->sends == Sends;
    if (right && (request->active || !must_be_active)) return request->parts;
    call.template fail<MPI_ERR_REQUEST>(right   ? "request: not active: call MPI_Start first"
                                        : Sends ? "request: expected a request made by MPI_Psend_init"
                                                : "request: expected a request made by MPI_Precv_init");
    return nullptr;
}

template <class Program>
[[nodiscard]] bool is_partition(Call<Program>& call, const partitions_of<Program>& parts,
                                int partition) noexcept {
    if (partition >= 0 && partition < parts.number) return true;
    call.template fail<MPI_ERR_ARG>("partition = %d: expected 0 to %d", partition, parts.number - 1);
    return false;
}

} // namespace internal

// MPI_Psend_init: `count` elements in each partition. The hints are not used. The plan is sent once, by this
// call.
template <class Program>
int psend_init(Call<Program>& call, const void* buffer, int partitions, MPI_Count count, MPI_Datatype type,
               int destination, int tag, MPI_Comm comm, MPI_Info, MPI_Request* handle) noexcept {
    return internal::make_partitioned<true>(call, buffer, partitions, count, type, destination, tag, comm,
                                            handle);
}

// MPI_Precv_init: the sender may have divided the message otherwise.
template <class Program>
int precv_init(Call<Program>& call, void* buffer, int partitions, MPI_Count count, MPI_Datatype type,
               int source, int tag, MPI_Comm comm, MPI_Info, MPI_Request* handle) noexcept {
    return internal::make_partitioned<false>(call, buffer, partitions, count, type, source, tag, comm,
                                             handle);
}

// MPI_Pready: sends a partition. Once for each between a start and its completion, otherwise MPI_ERR_ARG; the
// request must be active, otherwise MPI_ERR_REQUEST.
template <class Program>
int pready(Call<Program>& call, int partition, MPI_Request handle) noexcept {
    auto* parts = internal::partitions_behind<true>(call, handle, true);
    if (parts == nullptr || !internal::is_partition(call, *parts, partition)) return call.error();
    auto& sending = parts->sendings[partition];
    if (sending.is_ready)
        return call.template fail<MPI_ERR_ARG>("partition = %d: it is ready already", partition);
    sending.is_ready = true;
    ++parts->ready;
    if (parts->without_peer) return MPI_SUCCESS;
    sending.begin_use();
    call.at(point::PartitionIsSent(), handle, partition, sending.parcel.envelope.storage);
    call.state().communicator << sending;
    return MPI_SUCCESS;
}

// MPI_Pready_range: `low` to `high`, both included. The partitions before one in error are sent.
template <class Program>
int pready_range(Call<Program>& call, int low, int high, MPI_Request handle) noexcept {
    if (internal::partitions_behind<true>(call, handle, true) == nullptr) return call.error();
    for (int partition = low; partition <= high; ++partition)
        if (const int error = pready(call, partition, handle); error != MPI_SUCCESS) return error;
    return MPI_SUCCESS;
}

template <class Program>
int pready_list(Call<Program>& call, int length, const int* partitions, MPI_Request handle) noexcept {
    if (internal::partitions_behind<true>(call, handle, true) == nullptr) return call.error();
    for (int index = 0; index < length; ++index)
        if (const int error = pready(call, partitions[index], handle); error != MPI_SUCCESS) return error;
    return MPI_SUCCESS;
}

// MPI_Parrived: progress once. A null or inactive request has nothing left to arrive: the flag is set
// (MPI-5.0 section 4.2.2).
template <class Program>
int parrived(Call<Program>& call, MPI_Request handle, int partition, int* flag) noexcept {
    *flag = 1;
    if (handle == MPI_REQUEST_NULL) return MPI_SUCCESS;
    auto* parts = internal::partitions_behind<false>(call, handle, false);
    if (parts == nullptr || !internal::is_partition(call, *parts, partition)) return call.error();
    call.state().communicator.progress();
    const auto* const request = find_request(call, handle);
    *flag = !request->active || request->is_complete() || parts->has_arrived(partition);
    if (*flag != 0) call.at(point::PartitionHasCome(), *request, partition);
    if (*flag == 0) call.state().communicator.give_way();
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
