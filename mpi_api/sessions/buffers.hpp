// Buffers for the messages of communicators of one session: MPI_Session_attach_buffer, detach_buffer,
// flush_buffer, iflush_buffer (MPI-5.0 section 3.6).
#pragma once

#include "mpi_api/point_to_point/communicator_buffers.hpp"

namespace sartor::mpi {

template <class Program>
int session_attach_buffer(Call<Program>& call, MPI_Session session, void* region, MPI_Count bytes) noexcept {
    return internal::attach_own(call, Sessions::buffer_key(session), "session", region, bytes);
}

template <class Program, class Count>
int session_detach_buffer(Call<Program>& call, MPI_Session session, void* region, Count* bytes) noexcept {
    return internal::detach_own(call, Sessions::buffer_key(session), region, bytes);
}

template <class Program>
int session_flush_buffer(Call<Program>& call, MPI_Session session) noexcept {
    internal::flush_own(call, Sessions::buffer_key(session));
    return MPI_SUCCESS;
}

// Flushed when the call returns: that is allowed, and the request has nothing left to do.
template <class Program>
int session_iflush_buffer(Call<Program>& call, MPI_Session session, MPI_Request* handle) noexcept {
    session_flush_buffer(call, session);
    return new_request(call, handle) == nullptr ? call.error() : MPI_SUCCESS;
}

} // namespace sartor::mpi
