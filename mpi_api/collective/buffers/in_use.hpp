// The buffers of collectives, in programs built with --checked: they have room for the parts of all ranks,
// none may write what another operation under way uses, and what an immediate or persistent collective sends
// must not change before it is complete (MPI-5.0 sections 6.12 and 6.13).
#pragma once

#include "mpi_api/collective/interface/interface.hpp"
#include "mpi_api/point_to_point/messages/watched_buffers.hpp"

namespace sartor::mpi {

template <class Program>
bool WatchedBuffers::may_use_in_collective(Call<Program>& call, const void* buffer, MPI_Count count,
                                           MPI_Datatype type, MPI_Comm comm, bool is_written) noexcept {
    request_of<Program>* const starting = call.state().requests.watch.starting;
    if (call.rehearses() || (starting == nullptr ? call.is_numbered() : starting->comm != comm))
        return true; // it does not begin now, or is a part of one under way
    const auto data = call.state().datatypes.storage(buffer, count, value_of(type));
    NewUse use(data, is_written);
    if (!internal::may_use_pieces<Program>(call, use, starting)) return false;
    if (starting == nullptr) return true;
    // What a collective does first is what the program has called.
    bool& is_in_use = is_written ? starting->uses.received : starting->uses.sent;
    if (is_in_use) return true;
    const auto& kept = starting->watch_rest.copies[is_written].make(data);
    if (is_written)
        internal::begin_use(call, is_in_use, starting->received, use, kept);
    else
        internal::begin_use(call, is_in_use, starting->sent, use, kept);
    return true;
}

template <class Program>
bool Checked::may_use_in_collective(Call<Program>& call, const char* argument, const void* buffer,
                                    MPI_Count count, MPI_Datatype type, MPI_Comm comm,
                                    bool is_written) noexcept {
    const auto& datatypes = call.state().datatypes;
    if (call.is_inter(comm) || buffer == MPI_IN_PLACE || buffer == nullptr || count <= 0 ||
        !datatypes.valid(value_of(type)) || !datatypes.committed(value_of(type)))
        return true;
    return has_room(call, argument, buffer, count, type) &&
           call.watch.may_use_in_collective(call, buffer, count, type, comm, is_written);
}

// Whether the call may send `count` elements; false after reporting MPI_ERR_BUFFER. Asked by the functions
// of the standard at their beginning, with arguments that need not be right yet: wrong ones are reported by
// others. Not for MPI_IN_PLACE, and not between the sides of an intercommunicator.
template <class Program>
[[nodiscard]] bool may_send_from(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type,
                                 MPI_Comm comm, const char* name = "sendbuf") noexcept {
    return call.checks.may_use_in_collective(call, name, buffer, count, type, comm, false);
}
// The same for what it receives.
template <class Program>
[[nodiscard]] bool may_receive_into(Call<Program>& call, const void* buffer, MPI_Count count,
                                    MPI_Datatype type, MPI_Comm comm, const char* name = "recvbuf") noexcept {
    return call.checks.may_use_in_collective(call, name, buffer, count, type, comm, true);
}

} // namespace sartor::mpi
