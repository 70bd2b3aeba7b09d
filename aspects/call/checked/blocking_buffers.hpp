// Buffers of blocking messages, in programs built with --checked: what aspects::BuffersFree asks of a call
// (aspects/call/buffers.hpp; MPI-5.0 sections 3.7.2 and 5.1.11).
#pragma once

#include "aspects/call/checked/watched_buffers.hpp"

namespace sartor::mpi {

namespace internal {

// A blocking operation may use the data.
template <class Program, class Storage>
[[nodiscard]] bool may_use_data(Call<Program>& call, const Storage& data, bool is_written) noexcept {
    if (is_written && envelope::has_byte_twice(data))
        return call.refuse(checked::refuse_common_byte<Program>(call.owner()));
    return call.at(point::DataUsed(), data, is_written);
}

} // namespace internal

// A blocking operation may use a buffer for a message of another rank (aspects/call/buffers.hpp).
// MPI_ERR_BUFFER, MPI_ERR_TYPE.
template <class Program>
[[nodiscard]] bool may_use(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type,
                           int peer, bool is_written) noexcept {
    if (is_in_operation(call)) return false;
    if (peer == MPI_PROC_NULL) return true;
    return internal::may_use_data(call, call.state().datatypes.storage(buffer, count, value_of(type)),
                                  is_written);
}

// The same for a message that is received into one buffer while one is sent from the other.
template <class Program>
[[nodiscard]] bool may_exchange(Call<Program>& call, const void* sent, MPI_Count send_count,
                                MPI_Datatype send_type, int destination, const void* received,
                                MPI_Count receive_count, MPI_Datatype receive_type, int source) noexcept {
    if (is_in_operation(call)) return false;
    const auto& datatypes = call.state().datatypes;
    const auto from = datatypes.storage(sent, send_count, value_of(send_type));
    const auto to = datatypes.storage(received, receive_count, value_of(receive_type));
    if (destination != MPI_PROC_NULL && !internal::may_use_data(call, from, false)) return false;
    if (source != MPI_PROC_NULL && !internal::may_use_data(call, to, true)) return false;
    if (destination == MPI_PROC_NULL || source == MPI_PROC_NULL || !envelope::have_common_byte(from, to))
        return true;
    call.template fail<MPI_ERR_BUFFER>(
        "sendbuf and recvbuf overlap: use MPI_Sendrecv_replace for one buffer");
    return false;
}

} // namespace sartor::mpi
