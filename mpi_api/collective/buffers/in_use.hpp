// The buffers of collectives, in programs built with --checked: they have room for the parts of all ranks,
// none may write what another operation under way uses, and what an immediate or persistent collective sends
// must not change before it is complete (MPI-5.0 sections 6.12 and 6.13).
#pragma once

#include "mpi_api/collective/interface/interface.hpp"
#include "mpi_api/point_to_point/messages/buffers_in_use.hpp"

namespace sartor::mpi {

namespace internal {

template <class Program>
[[nodiscard]] bool
may_use_in_collective([[maybe_unused]] Call<Program>& call, [[maybe_unused]] const char* name,
                      [[maybe_unused]] const void* buffer, [[maybe_unused]] MPI_Count count,
                      [[maybe_unused]] MPI_Datatype type, [[maybe_unused]] MPI_Comm comm,
                      [[maybe_unused]] bool is_written) noexcept {
    if constexpr (has<typename Program::features, feature::checked>) {
        const auto& datatypes = call.state().datatypes;
        if (call.is_inter(comm) || buffer == MPI_IN_PLACE || buffer == nullptr || count <= 0 ||
            !datatypes.valid(value_of(type)) || !datatypes.committed(value_of(type)))
            return true;
        if (!call.has_room(name, buffer, count, type)) return false;
    }
    if constexpr (watches_buffers<Program>) {
        request_of<Program>* const starting = call.state().requests.starting;
        if (call.rehearses() || (starting == nullptr ? call.is_numbered() : starting->comm != comm))
            return true; // it does not begin now, or is a part of one under way
        const auto data = call.state().datatypes.storage(buffer, count, value_of(type));
        const auto span = PieceSpan::of(data);
        if (!may_use_pieces<Program>(call, data, span, is_written, starting)) return false;
        if (starting != nullptr)
            begin_use(call, starting->buffers_in_use.each[is_written], data, span, is_written);
    }
    return true;
}

} // namespace internal

// Whether the call may send `count` elements; false after reporting MPI_ERR_BUFFER. Asked by the functions
// of the standard at their beginning, with arguments that need not be right yet: wrong ones are reported by
// others. Not for MPI_IN_PLACE, and not between the sides of an intercommunicator.
template <class Program>
[[nodiscard]] bool may_send_from(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type,
                                 MPI_Comm comm, const char* name = "sendbuf") noexcept {
    return internal::may_use_in_collective(call, name, buffer, count, type, comm, false);
}
// The same for what it receives.
template <class Program>
[[nodiscard]] bool may_receive_into(Call<Program>& call, const void* buffer, MPI_Count count,
                                    MPI_Datatype type, MPI_Comm comm, const char* name = "recvbuf") noexcept {
    return internal::may_use_in_collective(call, name, buffer, count, type, comm, true);
}

} // namespace sartor::mpi
