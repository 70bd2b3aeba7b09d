// Collectives as tasks: an immediate collective is the blocking one on a flow of control of its own (MPI-5.0
// section 6.12), a persistent one is that again and again (section 6.13).
#pragma once

#include <new>
#include <type_traits>
#include <utility>

#include "mpi_api/tasks/tasks.hpp"

namespace sartor::mpi {

namespace internal {

// The counter of collectives on a communicator. All its ranks count alike, since they call collectives in the
// same order, so the number distinguishes the messages of collectives that run at the same time.
template <class Program>
[[nodiscard]] CollectiveNumbers& collective_numbers(Call<Program>& call, MPI_Comm comm) noexcept {
    auto& state = call.state();
    if constexpr (Interface<Program>::manages_communicators)
        return state.communicators.find(comm)->collectives;
    else
        return comm == MPI_COMM_SELF ? state.numbers.self : state.numbers.world;
}

// A task that makes the blocking call. `Run` is run(call), returns an error class and holds copies of the
// arguments; nothing in it needs a destructor, since the memory is freed as bytes.
template <class Program, class Run>
struct CollectiveCode : TaskOfCall<Program> {
    Run code;

    CollectiveCode(const Call<Program>& made_by, const Run& what) noexcept
        : TaskOfCall<Program>(made_by), code(what) {
        this->run = [](auto& task) {
            auto& self = static_cast<CollectiveCode&>(task);
            Call<Program> once = self.call;
            self.error = self.code(once);
        };
    }
};

// A request for the call, not started. Null after reporting MPI_ERR_NO_MEM.
template <class Program, class Blocking>
request_of<Program>* new_collective(Call<Program>& call, const Blocking& blocking, MPI_Comm comm,
                                    MPI_Request* handle) noexcept {
    static_assert(std::is_trivially_destructible_v<Blocking>);
    using Code = CollectiveCode<Program, Blocking>;
    void* memory = reserve_task(call, sizeof(Code));
    if (memory == nullptr) return nullptr;
    auto* collective = new (memory) Code(call, blocking);
    return request_for(call, *collective, comm, handle);
}

} // namespace internal

// When a collective is started: by the call itself (MPI_I...) or by MPI_Start (MPI_..._init).
enum class Started { by_call, by_start };

namespace internal {

// Starts the flow, which runs until it first waits. Errors found until then are the call's own: the request
// is freed, the handle null, and the number of the collective is given back if its arguments were wrong, so
// that nothing has begun under it.
template <class Program>
[[gnu::noinline]] int launch_now(Call<Program>& call, request_of<Program>& request, MPI_Comm comm,
                                 MPI_Request* handle) noexcept {
    const auto& begun = call.state().recent_collectives;
    const unsigned before = begun.count();
    int error = start_collective(call, request);
    if (error == MPI_SUCCESS && request.is_complete()) error = request.task->error;
    if (error == MPI_SUCCESS || !call.at(point::BegunHasFailed(), error)) return MPI_SUCCESS;
    if (begun.count() == before) collective_numbers(call, comm).take_back(); // wrong arguments
    end_request(call, request);
    *handle = MPI_REQUEST_NULL;
    return error;
}

// Makes the blocking call once without messages, so that wrong arguments of a persistent collective are
// errors of the call that makes it (MPI-5.0 section 6.13).
template <class Program>
[[gnu::noinline]] int rehearse(Call<Program>& call, request_of<Program>& request,
                               MPI_Request* handle) noexcept {
    auto& task = static_cast<TaskOfCall<Program>&>(*request.task);
    task.call.set_collective_tag({ChosenTag::rehearsal});
    task.run(task);
    const int error = std::exchange(task.error, MPI_SUCCESS);
    if (error == MPI_SUCCESS) return MPI_SUCCESS;
    end_request(call, request);
    *handle = MPI_REQUEST_NULL;
    return error;
}

template <class Program>
[[gnu::noinline]] int launched(Call<Program>& call, request_of<Program>* request, MPI_Comm comm,
                               MPI_Request* handle, Started started) noexcept {
    if (request == nullptr) return call.error();
    if (started == Started::by_start)
        if (const int error = rehearse(call, *request, handle); error != MPI_SUCCESS) return error;
    static_cast<TaskOfCall<Program>&>(*request->task)
        .call.set_collective_tag({collective_numbers(call, comm).next(), started == Started::by_start});
    if (started == Started::by_call) return launch_now(call, *request, comm, handle);
    request->active = false;
    request->persistent = true;
    return MPI_SUCCESS;
}

} // namespace internal

// Makes a request out of `blocking`, which called with a Call makes the blocking call and holds its
// arguments. Costs the memory of the request and the arguments, and while it runs a stack. Fails with
// MPI_ERR_NO_MEM or the blocking call's argument errors; the handle is MPI_REQUEST_NULL then.
template <class Program, class Blocking>
int launch(Call<Program>& call, const Blocking& blocking, MPI_Comm comm, MPI_Request* request,
           Started started) noexcept {
    return internal::launched(call, internal::new_collective(call, blocking, comm, request), comm, request,
                              started);
}

} // namespace sartor::mpi
