// MPI_Psend_init, Precv_init, Pready, Pready_range, Pready_list, Parrived (MPI-5.0 chapter 4).
#pragma once

#include "mpi_api/collective/tasks.hpp"
#include "mpi_api/point_to_point/partitions.hpp"
#include "mpi_api/point_to_point/requests.hpp"

namespace sartor::mpi {

namespace internal {

template <class Program>
using partitions_of = Partitions<typename Interface<Program>::types>;

// A message in partitions with the call that made its request and the data that it was made for.
template <class Program>
struct PartitionedMessage : CollectiveCall<Program> {
    using CollectiveCall<Program>::CollectiveCall;

    partitions_of<Program> parts;
    const void* buffer = nullptr;
    MPI_Count count = 0; // of elements in a partition
    MPI_Datatype type = MPI_DATATYPE_NULL;

    // `elements` of them from element `first` on.
    [[nodiscard]] auto stretch(Call<Program>& by, MPI_Count first, MPI_Count elements) const noexcept {
        const auto& datatypes = by.state().datatypes;
        const auto place = reinterpret_cast<std::uintptr_t>(buffer) +
                           static_cast<std::uintptr_t>(first * datatypes.extent_of(value_of(type)));
        return datatypes.storage(reinterpret_cast<const void*>(place), elements, value_of(type));
    }
};

// ---- the sender's

template <class Program>
void begin_sending(partitions_of<Program>& parts) noexcept {
    parts.ready = 0;
    for (int partition = 0; partition < parts.number; ++partition) {
        parts.is_ready[partition] = false;
        if (!parts.nobody) parts.sendings[partition].complete.store(false, std::memory_order_relaxed);
    }
}

// Runs from MPI_Start on, beside the program, which says what is ready.
template <class Program>
int send_partitions(Call<Program>& call, partitions_of<Program>& parts) noexcept {
    auto& communicator = call.state().communicator;
    begin_sending<Program>(parts);
    communicator.wait_until([&] { return parts.ready == parts.number; });
    for (int partition = 0; partition < parts.number && !parts.nobody; ++partition)
        communicator.wait(parts.sendings[partition]);
    return MPI_SUCCESS;
}

template <class Program>
[[nodiscard]] bool plan_sending(Call<Program>& call, PartitionedMessage<Program>& message,
                                MPI_Comm comm) noexcept {
    auto& parts = message.parts;
    const auto number = static_cast<std::size_t>(parts.number);
    parts.is_ready = static_cast<bool*>(std::calloc(number + 1, sizeof(bool)));
    if (!parts.nobody)
        parts.sendings = static_cast<sending<Program>*>(std::malloc((number + 1) * sizeof(sending<Program>)));
    if (parts.is_ready == nullptr || (!parts.nobody && parts.sendings == nullptr)) return false;
    parts.plan = {call.state().partition_tags.take(parts.number), parts.number, parts.part_bytes};
    for (int partition = 0; partition < parts.number && !parts.nobody; ++partition) {
        auto& one = *new (&parts.sendings[partition]) sending<Program>;
        address(call, one, nullptr, 0, message.type, parts.peer, parts.plan.first_tag + partition, comm);
        one.parcel.envelope.header = {parts.own_rank, parts.plan.first_tag + partition,
                                      partitions_context(parts.context)};
        one.parcel.envelope.storage = message.stretch(call, partition * message.count, message.count);
    }
    return true;
}

// ---- the receiver's

// Where the sender's partition goes: into the buffer, or aside when it is no whole number of elements.
template <class Program>
[[nodiscard]] auto place_of(Call<Program>& call, PartitionedMessage<Program>& message,
                            int partition) noexcept {
    using Storage = typename partitions_of<Program>::Storage;
    auto& parts = message.parts;
    const std::size_t bytes = parts.plan.bytes;
    const std::size_t start = static_cast<std::size_t>(partition) * bytes;
    const std::size_t left = start < parts.data.bytes ? parts.data.bytes - start : 0;
    const std::size_t room = bytes < left ? bytes : left;
    if (room == 0) return Storage{parts.data.data, 0};
    if (parts.staged != nullptr) return Storage{static_cast<char*>(parts.staged) + start, room};
    const auto element = static_cast<std::size_t>(call.state().datatypes.size_of(value_of(message.type)));
    return message.stretch(call, static_cast<MPI_Count>(start / element),
                           static_cast<MPI_Count>(room / element));
}

// What the plan asks for. False without memory.
template <class Program>
[[nodiscard]] bool prepare_receiving(Call<Program>& call, PartitionedMessage<Program>& message) noexcept {
    auto& parts = message.parts;
    const auto number = static_cast<std::size_t>(parts.plan.partitions);
    parts.receivings =
        static_cast<receiving<Program>*>(std::malloc((number + 1) * sizeof(receiving<Program>)));
    if (parts.receivings == nullptr) return false;
    const auto element = static_cast<std::size_t>(call.state().datatypes.size_of(value_of(message.type)));
    if (element == 0 || parts.plan.bytes % element == 0) return true;
    parts.staged = std::malloc(parts.data.bytes + 1);
    return parts.staged != nullptr;
}

template <class Program>
void post_partitions(Call<Program>& call, PartitionedMessage<Program>& message) noexcept {
    auto& parts = message.parts;
    for (int partition = 0; partition < parts.plan.partitions; ++partition) {
        auto& one = *new (&parts.receivings[partition]) receiving<Program>;
        one.envelope.header = {parts.peer, parts.plan.first_tag + partition,
                               partitions_context(parts.context)};
        one.envelope.storage = place_of(call, message, partition);
        one.envelope.check = check_of(call, message.type);
        one.source = parts.in_process;
        call.state().communicator >> one;
    }
}

// Runs from MPI_Start on, beside the program.
template <class Program>
int receive_partitions(Call<Program>& call, PartitionedMessage<Program>& message) noexcept {
    auto& parts = message.parts;
    if (parts.nobody) return MPI_SUCCESS;
    auto& communicator = call.state().communicator;
    parts.posted = false;
    communicator.wait(parts.plan_in);
    if (parts.receivings == nullptr && !prepare_receiving(call, message))
        return call.template fail<MPI_ERR_NO_MEM>("no memory for a message in %d partitions",
                                                  parts.plan.partitions);
    post_partitions(call, message);
    parts.posted = true;
    int error = MPI_SUCCESS;
    parts.received = 0;
    for (int partition = 0; partition < parts.plan.partitions; ++partition) {
        const auto& one = parts.receivings[partition];
        communicator.wait(one);
        parts.received += one.received_bytes();
        MPI_Status none;
        if (const int wrong = conclude(call, one, &none); wrong != MPI_SUCCESS) error = wrong;
    }
    if (parts.staged != nullptr)
        typename partitions_of<Program>::Storage{parts.staged, parts.received}.copy_to(parts.data);
    return error;
}

// ---- requests

template <class Program>
void describe(Call<Program>& call, PartitionedMessage<Program>& message, int partitions, int peer, int tag,
              MPI_Comm comm) noexcept {
    const auto view = call.view(comm);
    auto& parts = message.parts;
    parts.nobody = peer == MPI_PROC_NULL;
    parts.number = partitions;
    parts.peer = peer;
    parts.tag = tag;
    parts.context = view.context();
    parts.own_rank = view.rank();
    if (!parts.nobody) parts.in_process = view.in_process(peer);
    parts.data = message.stretch(call, 0, partitions * message.count);
    parts.part_bytes = message.stretch(call, 0, message.count).bytes;
}

template <bool Sends, class Program>
int make_partitioned(Call<Program>& call, const void* buffer, int partitions, MPI_Count count,
                     MPI_Datatype type, int peer, int tag, MPI_Comm comm, MPI_Request* handle) noexcept {
    if (partitions < 0)
        return call.template fail<MPI_ERR_ARG>("partitions = %d: expected no negative number", partitions);
    void* memory = reserve_collective(call, sizeof(PartitionedMessage<Program>));
    if (memory == nullptr) return call.error();
    auto* message = new (memory) PartitionedMessage<Program>(call);
    message->run = [](auto& task) {
        auto& self = static_cast<PartitionedMessage<Program>&>(task);
        Call<Program> once = self.call;
        self.error = Sends ? send_partitions(once, self.parts) : receive_partitions(once, self);
    };
    message->buffer = buffer;
    message->count = count;
    message->type = type;
    message->parts.sends = Sends;
    describe(call, *message, partitions, peer, tag, comm);
    if (Sends && !plan_sending(call, *message, comm)) {
        message->parts.free_memory();
        std::free(message);
        return call.template fail<MPI_ERR_NO_MEM>("no memory for a message in %d partitions", partitions);
    }
    auto* request = new_request(call, handle);
    if (request == nullptr) {
        message->parts.free_memory();
        std::free(message);
        return call.error();
    }
    request->comm = comm;
    request->task = message;
    request->parts = &message->parts;
    request->active = false;
    request->persistence.persistent = true;
    call.state().collectives.add_user();
    message->parts.begin(call.state().communicator);
    return MPI_SUCCESS;
}

// The partitions of an active request of this side; null after reporting what is wrong.
template <bool Sends, class Program>
[[nodiscard]] partitions_of<Program>* partitions_behind(Call<Program>& call, MPI_Request handle,
                                                        bool must_be_active) noexcept {
    auto* request = find_request(call, handle);
    const bool right = request != nullptr && request->parts != nullptr && request->parts->sends == Sends;
    if (right && (request->active || !must_be_active)) return request->parts;
    call.template fail<MPI_ERR_REQUEST>(right   ? "request: not active: call MPI_Start first"
                                        : Sends ? "request: expected one made by MPI_Psend_init"
                                                : "request: expected one of MPI_Precv_init");
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

template <class Program>
int psend_init(Call<Program>& call, const void* buffer, int partitions, MPI_Count count, MPI_Datatype type,
               int destination, int tag, MPI_Comm comm, MPI_Info, MPI_Request* handle) noexcept {
    return internal::make_partitioned<true>(call, buffer, partitions, count, type, destination, tag, comm,
                                            handle);
}

template <class Program>
int precv_init(Call<Program>& call, void* buffer, int partitions, MPI_Count count, MPI_Datatype type,
               int source, int tag, MPI_Comm comm, MPI_Info, MPI_Request* handle) noexcept {
    if (source == MPI_ANY_SOURCE)
        return call.template fail<MPI_ERR_RANK>("source = MPI_ANY_SOURCE: expected a rank");
    return internal::make_partitioned<false>(call, buffer, partitions, count, type, source, tag, comm,
                                             handle);
}

template <class Program>
int pready(Call<Program>& call, int partition, MPI_Request handle) noexcept {
    auto* parts = internal::partitions_behind<true>(call, handle, true);
    if (parts == nullptr || !internal::is_partition(call, *parts, partition)) return call.error();
    if (parts->is_ready[partition])
        return call.template fail<MPI_ERR_ARG>("partition = %d: it is ready already", partition);
    parts->is_ready[partition] = true;
    ++parts->ready;
    if (!parts->nobody) call.state().communicator << parts->sendings[partition];
    return MPI_SUCCESS;
}

template <class Program>
int pready_range(Call<Program>& call, int low, int high, MPI_Request handle) noexcept {
    for (int partition = low; partition <= high; ++partition)
        if (const int error = pready(call, partition, handle); error != MPI_SUCCESS) return error;
    return MPI_SUCCESS;
}

template <class Program>
int pready_list(Call<Program>& call, int length, const int* partitions, MPI_Request handle) noexcept {
    for (int index = 0; index < length; ++index)
        if (const int error = pready(call, partitions[index], handle); error != MPI_SUCCESS) return error;
    return MPI_SUCCESS;
}

// A request that is not active has nothing left to arrive.
template <class Program>
int parrived(Call<Program>& call, MPI_Request handle, int partition, int* flag) noexcept {
    auto* parts = internal::partitions_behind<false>(call, handle, false);
    if (parts == nullptr || !internal::is_partition(call, *parts, partition)) return call.error();
    call.state().communicator.progress();
    *flag = !find_request(call, handle)->active || find_request(call, handle)->is_complete() ||
            parts->has_arrived(partition);
    if (*flag == 0) process::yield();
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
