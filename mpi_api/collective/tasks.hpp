// Collectives as tasks: an immediate collective is the blocking one on a flow of control of its own (MPI-5.0
// section 6.12), a persistent one is that again and again (section 6.13).
#pragma once

#include <cstdlib>
#include <new>
#include <type_traits>

#include "mpi_api/point_to_point/requests.hpp"

namespace sartor::mpi {

namespace internal {

template <class Program>
using collective_task = CollectiveTask<typename Interface<Program>::types>;

template <class Program>
[[nodiscard]] int next_collective_tag(Call<Program>& call, MPI_Comm comm) noexcept {
    auto& state = call.state();
    if constexpr (Interface<Program>::manages_communicators)
        return state.communicators.find(comm)->collectives.next_tag();
    else
        return (comm == MPI_COMM_SELF ? state.numbers.self : state.numbers.world).next_tag();
}

template <class Program>
[[gnu::noinline]] int start_task(Call<Program>& call, collective_task<Program>& task) noexcept {
    task.error = MPI_SUCCESS;
    task.begun_at = call.place();
    if (call.state().communicator.start(task)) return MPI_SUCCESS;
    return call.template fail<MPI_ERR_NO_MEM>("no memory for the stack that the collective runs on");
}

// A collective with the call that it runs in.
template <class Program>
struct CollectiveCall : collective_task<Program> {
    Call<Program> call;

    explicit CollectiveCall(const Call<Program>& made_by) noexcept : call(made_by) {
        this->begun_by = call.function();
    }
};

// The blocking code with its arguments. `Run` is run(call), returns an error class and holds nothing that
// must be destroyed.
template <class Program, class Run>
struct CollectiveCode : CollectiveCall<Program> {
    Run code;

    CollectiveCode(const Call<Program>& made_by, const Run& what) noexcept
        : CollectiveCall<Program>(made_by), code(what) {
        this->run = [](auto& task) {
            auto& self = static_cast<CollectiveCode&>(task);
            Call<Program> once = self.call;
            self.error = self.code(once);
        };
    }
};

// Memory for a collective. Null after reporting that there is none.
template <class Program>
[[gnu::noinline]] void* reserve_collective(Call<Program>& call, std::size_t bytes) noexcept {
    void* memory = std::malloc(bytes);
    if (memory == nullptr) call.template fail<MPI_ERR_NO_MEM>("no memory for a collective");
    return memory;
}

// A request for the collective, which it takes over. Null after reporting that there is no memory.
template <class Program>
[[gnu::noinline]] request_of<Program>* request_for(Call<Program>& call, CollectiveCall<Program>& collective,
                                                   MPI_Comm comm, MPI_Request* handle) noexcept {
    auto* request = new_request(call, handle);
    if (request == nullptr) {
        std::free(&collective);
        return nullptr;
    }
    request->comm = comm;
    request->task = &collective;
    collective.call.set_collective_tag(next_collective_tag(call, comm));
    call.state().collectives.add_user();
    return request;
}

template <class Program, class Blocking>
request_of<Program>* new_collective(Call<Program>& call, const Blocking& blocking, MPI_Comm comm,
                                    MPI_Request* handle) noexcept {
    static_assert(std::is_trivially_destructible_v<Blocking>);
    using Code = CollectiveCode<Program, Blocking>;
    void* memory = reserve_collective(call, sizeof(Code));
    if (memory == nullptr) return nullptr;
    return request_for(call, *new (memory) Code(call, blocking), comm, handle);
}

} // namespace internal

// When a collective is started: by the call itself (MPI_I...) or by MPI_Start (MPI_..._init).
enum class Started { by_call, by_start };

namespace internal {

template <class Program>
[[gnu::noinline]] int launched(Call<Program>& call, request_of<Program>* request, Started started) noexcept {
    if (request == nullptr) return call.error();
    if (started == Started::by_call) return start_task(call, *request->task);
    request->active = false;
    if constexpr (request_of<Program>::may_persist) request->persistence.persistent = true;
    return MPI_SUCCESS;
}

} // namespace internal

// A request for `blocking(call)`, which makes the blocking call and holds its arguments.
template <class Program, class Blocking>
int launch(Call<Program>& call, const Blocking& blocking, MPI_Comm comm, MPI_Request* request,
           Started started) noexcept {
    return internal::launched(call, internal::new_collective(call, blocking, comm, request), started);
}

} // namespace sartor::mpi
