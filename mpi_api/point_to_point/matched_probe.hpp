// MPI_Mprobe, MPI_Improbe, MPI_Mrecv, MPI_Imrecv (MPI-5.0 sections 3.8.2 and 3.8.3).
#pragma once

#include "mpi_api/point_to_point/immediate.hpp"
#include "mpi_api/point_to_point/probe.hpp"

namespace sartor::mpi {

namespace internal {

// Makes a handle for a message that was taken out of the unexpected queue. The object behind the handle is
// the parcel's address in a pool, so that a handle that was used before is recognized as invalid.
template <class Program>
int reserve(Call<Program>& call, parcel_of<Program>& parcel, MPI_Message* handle,
            MPI_Status* status) noexcept {
    auto& messages = call.state().messages;
    auto* message = messages.make(call.site());
    if (message == nullptr) return call.template fail<MPI_ERR_NO_MEM>("no memory for a message handle");
    *message = &parcel;
    *handle = reinterpret_cast<MPI_Message>(messages.handle_of(*message));
    describe<Program>(parcel, status);
    return MPI_SUCCESS;
}

inline void reserve_null_process(MPI_Message* handle, MPI_Status* status) noexcept {
    *handle = MPI_MESSAGE_NO_PROC;
    fill_null_process(status);
}

// Ends a handle and gives its parcel. Null after reporting MPI_ERR_REQUEST for a handle that is none.
template <class Program>
parcel_of<Program>* redeem(Call<Program>& call, MPI_Message* handle) noexcept {
    auto& messages = call.state().messages;
    auto* message = messages.find(reinterpret_cast<std::uintptr_t>(*handle));
    if (message == nullptr) {
        call.template fail<MPI_ERR_REQUEST>(
            *handle == MPI_MESSAGE_NULL ? "message = MPI_MESSAGE_NULL: expected a message"
                                        : "message = %p: not a message, or a message that was received",
            static_cast<void*>(*handle));
        return nullptr;
    }
    parcel_of<Program>* parcel = *message;
    messages.free(*message);
    *handle = MPI_MESSAGE_NULL;
    return parcel;
}

// A receive for a reserved message: its header is the message's, so only the buffer is the receive's.
template <class Program>
void prepare(Call<Program>& call, receiving<Program>& receiving, const parcel_of<Program>& parcel,
             void* buffer, MPI_Count count, MPI_Datatype type) noexcept {
    receiving.envelope.header = parcel.envelope.header;
    receiving.envelope.storage = call.state().datatypes.storage(buffer, count, value_of(type));
    receiving.envelope.check = check_of(call, type, count);
}

} // namespace internal

// MPI_Mprobe: waits for a message and takes it out of the queue, so that no other receive gets it. It must be
// received by MPI_Mrecv or MPI_Imrecv. MPI_ERR_NO_MEM when there is no memory for the handle.
template <class Program>
int mprobe(Call<Program>& call, int source, int tag, MPI_Comm comm, MPI_Message* message,
           MPI_Status* status) noexcept {
    if (source == MPI_PROC_NULL) {
        internal::reserve_null_process(message, status);
        return MPI_SUCCESS;
    }
    const auto expected = internal::expected_header(call, source, tag, comm);
    auto& communicator = call.state().communicator;
    auto* parcel =
        internal::probe_until_found(call, expected, comm, [&] { return communicator.reserve(expected); });
    if (!call.at(point::MessageIsFound(), parcel, expected)) return call.error();
    return internal::reserve(call, *parcel, message, status);
}

// MPI_Improbe: the same without waiting. When there is none the other ranks of the worker run.
template <class Program>
int improbe(Call<Program>& call, int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message,
            MPI_Status* status) noexcept {
    *flag = 1;
    if (source == MPI_PROC_NULL) {
        internal::reserve_null_process(message, status);
        return MPI_SUCCESS;
    }
    const auto expected = internal::expected_header(call, source, tag, comm);
    auto* parcel = call.state().communicator.reserve_now(expected);
    if (!call.at(point::MessageIsFound(), parcel, expected)) return call.error();
    if (parcel != nullptr) return internal::reserve(call, *parcel, message, status);
    *flag = 0;
    call.state().communicator.give_way();
    return MPI_SUCCESS;
}

// MPI_Mrecv: receives a reserved message; its handle becomes MPI_MESSAGE_NULL. MPI_ERR_TRUNCATE when it is
// longer than the buffer, which is filled.
template <class Program>
int mrecv(Call<Program>& call, void* buffer, MPI_Count count, MPI_Datatype type, MPI_Message* message,
          MPI_Status* status) noexcept {
    if (*message == MPI_MESSAGE_NO_PROC) {
        *message = MPI_MESSAGE_NULL;
        fill_null_process(status);
        return MPI_SUCCESS;
    }
    auto* parcel = internal::redeem(call, message);
    if (parcel == nullptr) return call.error();
    receiving<Program> receiving;
    internal::prepare(call, receiving, *parcel, buffer, count, type);
    call.state().communicator.take(*parcel, receiving);
    call.state().communicator.wait(receiving); // a match need not be the data's arrival
    return conclude(call, receiving, status);
}

// MPI_Imrecv: the same with a request.
template <class Program>
int imrecv(Call<Program>& call, void* buffer, MPI_Count count, MPI_Datatype type, MPI_Message* message,
           MPI_Request* handle) noexcept {
    const bool null_process = *message == MPI_MESSAGE_NO_PROC;
    auto* parcel = null_process ? nullptr : internal::redeem(call, message);
    if (parcel == nullptr && !null_process) return call.error();
    *message = MPI_MESSAGE_NULL;
    auto* request = new_request(call, handle);
    if (request == nullptr) return call.error();
    request->null_receive = null_process;
    if (null_process) return MPI_SUCCESS;
    request->receives = true;
    internal::prepare(call, request->receiving, *parcel, buffer, count, type);
    if (!call.at(point::ReceiveStarts(), *request))
        return internal::drop_unstarted<Program>(*request, handle, call.error());
    call.state().communicator.take(*parcel, request->receiving);
    call.at(point::ReceiveHasStarted(), *request);
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
