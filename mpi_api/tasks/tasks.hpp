// Requests that go on by themselves, on a flow of control of their own: immediate and persistent collectives,
// messages in partitions.
#pragma once

#include <cstdlib>

#include "components/library_memory.hpp"
#include "mpi_api/point_to_point/messages/requests.hpp"

namespace sartor::mpi::internal {

template <class Program>
using request_task = RequestTask<typename Interface<Program>::types>;

// A task with a copy of the call that made it: the calls that it makes are reported under that function's
// name and raise errors on the same object.
template <class Program>
struct TaskOfCall : request_task<Program> {
    Call<Program> call;

    explicit TaskOfCall(const Call<Program>& made_by) noexcept : call(made_by) {
        this->begun_by = call.function();
    }
};

// Runs a task on a flow of its own until it first waits; from then on it continues whenever its rank waits or
// tests. MPI_ERR_NO_MEM when there is no memory for its stack.
template <class Program>
[[gnu::noinline]] int start_task(Call<Program>& call, request_task<Program>& task) noexcept {
    task.error = MPI_SUCCESS;
    task.begun_at = call.site();
    if (call.state().communicator.start(task)) return MPI_SUCCESS;
    return call.template fail<MPI_ERR_NO_MEM>("no memory for the stack of an operation in progress");
}

// Memory for a task. Null after reporting MPI_ERR_NO_MEM.
template <class Program>
[[gnu::noinline]] void* reserve_task(Call<Program>& call, std::size_t bytes) noexcept {
    void* memory = allocate_for_library(bytes);
    if (memory == nullptr)
        call.template fail<MPI_ERR_NO_MEM>("no memory for an operation of %zu bytes", bytes);
    return memory;
}

// A request that owns the task's memory. Null after reporting MPI_ERR_NO_MEM; the task's memory is freed
// then.
template <class Program>
[[gnu::noinline]] request_of<Program>* request_for(Call<Program>& call, TaskOfCall<Program>& task,
                                                   MPI_Comm comm, MPI_Request* handle) noexcept {
    auto* request = new_request(call, handle);
    if (request == nullptr) {
        std::free(&task);
        return nullptr;
    }
    request->comm = comm;
    request->task = &task;
    call.state().tasks.add_user();
    return request;
}

// The same for a collective: with --checked the request notes which buffers are in use.
template <class Program>
[[nodiscard]] int start_collective(Call<Program>& call, request_of<Program>& request) noexcept {
    call.at(point::CollectiveBegins(), &request);
    const int error = start_task(call, *request.task);
    call.at(point::CollectiveBegins(), static_cast<request_of<Program>*>(nullptr));
    return error;
}

} // namespace sartor::mpi::internal
