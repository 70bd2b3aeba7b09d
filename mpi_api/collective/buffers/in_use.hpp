// The buffers of collectives as the program gives them.
#pragma once

#include "mpi_api/call/call.hpp"

namespace sartor::mpi {

// Whether the call may send `count` elements; false after reporting MPI_ERR_BUFFER. Asked by the functions
// of the standard at their beginning, with arguments that need not be right yet: wrong ones are reported by
// others. Not for MPI_IN_PLACE, and not between the sides of an intercommunicator.
template <class Program>
[[nodiscard]] bool may_send_from(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type,
                                 MPI_Comm comm, const char* name = "sendbuf") noexcept {
    return call.at(point::CollectiveBufferGiven(), name, buffer, count, type, comm, false);
}
// The same for what it receives.
template <class Program>
[[nodiscard]] bool may_receive_into(Call<Program>& call, const void* buffer, MPI_Count count,
                                    MPI_Datatype type, MPI_Comm comm, const char* name = "recvbuf") noexcept {
    return call.at(point::CollectiveBufferGiven(), name, buffer, count, type, comm, true);
}

} // namespace sartor::mpi
