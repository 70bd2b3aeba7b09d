// Buffers for the messages of one communicator: MPI_Comm_attach_buffer, detach_buffer, flush_buffer,
// iflush_buffer (MPI-5.0 section 3.6).
#pragma once

#include "mpi_api/point_to_point/buffered.hpp"
#include "mpi_api/tasks/flush.hpp"

namespace sartor::mpi {

namespace internal {

// Attaches a buffer to one owner: `key` is a communicator's context or a session's key. MPI_ERR_BUFFER while
// the owner has one, MPI_ERR_NO_MEM without memory to note it.
template <class Program>
int attach_own(Call<Program>& call, int key, const char* owner, void* region, MPI_Count bytes) noexcept {
    auto& communicator = call.state().communicator;
    if (communicator.own_buffer(key) != nullptr)
        return call.template fail<MPI_ERR_BUFFER>("a buffer is attached to the %s already", owner);
    auto* buffer = communicator.make_own_buffer(key);
    if (buffer == nullptr) return call.template fail<MPI_ERR_NO_MEM>("no memory to keep the buffer");
    const int error = attach(call, *buffer, region, bytes);
    if (error != MPI_SUCCESS) communicator.drop_own_buffer(key);
    return error;
}

// Flushes the owner's buffer and gives it back; without one a null address and no bytes.
template <class Program, class Count>
int detach_own(Call<Program>& call, int key, void* region, Count* bytes) noexcept {
    auto& communicator = call.state().communicator;
    const int error = detach(call, communicator.own_buffer(key), region, bytes);
    communicator.drop_own_buffer(key);
    return error;
}

// Returns when all messages in the owner's buffer have been sent; at once without a buffer.
template <class Program>
void flush_own(Call<Program>& call, int key) noexcept {
    auto& communicator = call.state().communicator;
    if (const auto* buffer = communicator.own_buffer(key)) communicator.flush(*buffer);
}

} // namespace internal

// MPI_Comm_attach_buffer: buffered sends on this communicator use this buffer only, not the rank's.
template <class Program>
int comm_attach_buffer(Call<Program>& call, MPI_Comm comm, void* region, MPI_Count bytes) noexcept {
    return internal::attach_own(call, call.view(comm).context(), "communicator", region, bytes);
}

// MPI_Comm_detach_buffer: may wait for receivers, as MPI_Buffer_detach.
template <class Program, class Count>
int comm_detach_buffer(Call<Program>& call, MPI_Comm comm, void* region, Count* bytes) noexcept {
    return internal::detach_own(call, call.view(comm).context(), region, bytes);
}

template <class Program>
int comm_flush_buffer(Call<Program>& call, MPI_Comm comm) noexcept {
    internal::flush_own(call, call.view(comm).context());
    return MPI_SUCCESS;
}

// MPI_Comm_iflush_buffer: a request for the messages that are in the buffer now.
template <class Program>
int comm_iflush_buffer(Call<Program>& call, MPI_Comm comm, MPI_Request* handle) noexcept {
    return internal::begin_flush_of(call, call.view(comm).context(), comm, handle);
}

} // namespace sartor::mpi
