// Requests of flushes: MPI_Buffer_iflush and its like (MPI-5.0 section 3.6).
#pragma once

#include <cstdint>
#include <new>

#include "mpi_api/tasks/tasks.hpp"

namespace sartor::mpi::internal {

// Completes when all messages that were in a buffer at the time of the call have been sent; later ones are
// not waited for. find(communicator) gives the buffer, null if it has been detached: then nothing is waited
// for.
template <class Program, class Find>
struct FlushTask : TaskOfCall<Program> {
    Find find;
    std::uint64_t taken; // blocks of the buffer, so far

    FlushTask(const Call<Program>& made_by, const Find& which, std::uint64_t so_far) noexcept
        : TaskOfCall<Program>(made_by), find(which), taken(so_far) {
        this->run = [](auto& task) {
            auto& self = static_cast<FlushTask&>(task);
            auto& communicator = self.call.state().communicator;
            communicator.flush_first(self.taken, [&] { return self.find(communicator); });
        };
    }
};

// Starts the flush and stores its request. MPI_ERR_NO_MEM leaves a null handle and the buffer unchanged.
template <class Program, class Find>
int begin_flush(Call<Program>& call, const Find& find, MPI_Comm comm, MPI_Request* handle) noexcept {
    using Task = FlushTask<Program, Find>;
    const auto* buffer = find(call.state().communicator);
    void* memory = reserve_task(call, sizeof(Task));
    if (memory == nullptr) return call.error();
    auto* task = new (memory) Task(call, find, buffer != nullptr ? buffer->taken() : 0);
    auto* request = request_for(call, *task, comm, handle);
    if (request == nullptr) return call.error();
    if (start_task(call, *task) == MPI_SUCCESS) return MPI_SUCCESS;
    end_request(call, *request);
    *handle = MPI_REQUEST_NULL;
    return call.error();
}

// The same for the buffer of one communicator, `key` is its context, or of a session.
template <class Program>
int begin_flush_of(Call<Program>& call, std::int32_t key, MPI_Comm comm, MPI_Request* handle) noexcept {
    return begin_flush(
        call, [key](auto& communicator) { return communicator.own_buffer(key); }, comm, handle);
}

} // namespace sartor::mpi::internal
