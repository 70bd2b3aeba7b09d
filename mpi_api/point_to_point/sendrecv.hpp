// MPI_Sendrecv (MPI-5.0 section 3.10).
#pragma once

#include "mpi_api/point_to_point/messages/messages.hpp"

namespace sartor::mpi {

// MPI_Sendrecv. The receive is posted first: it is the only posted receive that is pending, so in programs
// without immediate operations a single slot serves as the queue. Waits for both; send and receive may be
// with the same rank, MPI_PROC_NULL on either side is skipped. The buffers must not overlap.
template <class Program>
int sendrecv(Call<Program>& call, const void* send_buffer, MPI_Count send_count, MPI_Datatype send_type,
             int destination, int send_tag, void* receive_buffer, MPI_Count receive_count,
             MPI_Datatype receive_type, int source, int receive_tag, MPI_Comm comm,
             MPI_Status* status) noexcept {
    auto& communicator = call.state().communicator;
    receiving<Program> incoming;
    sending<Program> outgoing;
    if (source != MPI_PROC_NULL) {
        address(call, incoming, receive_buffer, receive_count, receive_type, source, receive_tag, comm);
        communicator >> incoming;
    }
    if (destination != MPI_PROC_NULL) {
        address(call, outgoing, send_buffer, send_count, send_type, destination, send_tag, comm);
        (communicator << outgoing).wait(outgoing);
    }
    if (source == MPI_PROC_NULL) {
        fill_null_process(status);
        return concluded<Program>(call.state(), outgoing);
    }
    communicator.wait(incoming);
    const int error = conclude(call, incoming, status);
    return error != MPI_SUCCESS ? error : concluded<Program>(call.state(), outgoing);
}

} // namespace sartor::mpi
