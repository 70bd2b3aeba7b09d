// Requests of flushes: MPI_Buffer_iflush and its like (MPI-5.0 section 3.6).
#pragma once

#include <cstdint>
#include <new>

#include "mpi_api/tasks/tasks.hpp"

namespace sartor::mpi::internal {

// Waits until all messages that are in a buffer now have been sent. find(communicator) gives the buffer;
// null: there is none (any more), so there is nothing to wait for.
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

// Of the buffer of one owner: a communicator by its context, or a session.
template <class Program>
int begin_flush_of(Call<Program>& call, std::int32_t key, MPI_Comm comm, MPI_Request* handle) noexcept {
    return begin_flush(
        call, [key](auto& communicator) { return communicator.own_buffer(key); }, comm, handle);
}

} // namespace sartor::mpi::internal
