// Buffers for the messages of communicators of one session: MPI_Session_attach_buffer, detach_buffer,
// flush_buffer, iflush_buffer (MPI-5.0 section 3.6).
#pragma once

#include "mpi_api/point_to_point/communicator_buffers.hpp"

namespace sartor::mpi {

// For buffered sends on communicators of the session that have no buffer of their own. MPI_ERR_BUFFER while
// one is attached.
template <class Program>
int session_attach_buffer(Call<Program>& call, MPI_Session session, void* region, MPI_Count bytes) noexcept {
    return internal::attach_own(call, Sessions::buffer_key(session), "session", region, bytes);
}

// Flushes first, so it may wait for receivers.
template <class Program, class Count>
int session_detach_buffer(Call<Program>& call, MPI_Session session, void* region, Count* bytes) noexcept {
    return internal::detach_own(call, Sessions::buffer_key(session), region, bytes);
}

template <class Program>
int session_flush_buffer(Call<Program>& call, MPI_Session session) noexcept {
    internal::flush_own(call, Sessions::buffer_key(session));
    return MPI_SUCCESS;
}

// A request for the messages that are in the buffer now.
template <class Program>
int session_iflush_buffer(Call<Program>& call, MPI_Session session, MPI_Request* handle) noexcept {
    return internal::begin_flush_of(call, Sessions::buffer_key(session), MPI_COMM_SELF, handle);
}

} // namespace sartor::mpi
