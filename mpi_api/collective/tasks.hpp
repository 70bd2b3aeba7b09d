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

// The argument of this type; each call of a collective has one communicator and one place for its request.
template <class Wanted, class First, class... Rest>
[[nodiscard]] Wanted argument(First first, Rest... rest) noexcept {
    if constexpr (std::is_same_v<Wanted, First>)
        return first;
    else
        return argument<Wanted>(rest...);
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

// A request for blocking(call, arguments...) as a collective.
template <class Program, class Blocking, class... Arguments>
request_of<Program>* new_collective(Call<Program>& call, Blocking blocking, Arguments... arguments) noexcept {
    const auto run = [=](Call<Program>& own) { return blocking(own, arguments...); };
    static_assert(std::is_trivially_destructible_v<decltype(run)>);
    using Code = CollectiveCode<Program, std::remove_const_t<decltype(run)>>;
    void* memory = reserve_collective(call, sizeof(Code));
    if (memory == nullptr) return nullptr;
    return request_for(call, *new (memory) Code(call, run), argument<MPI_Comm>(arguments...),
                       argument<MPI_Request*>(arguments...));
}

template <class Program>
[[gnu::noinline]] int begin_immediate(Call<Program>& call, request_of<Program>* request) noexcept {
    return request == nullptr ? call.error() : start_task(call, *request->task);
}

template <class Program>
[[gnu::noinline]] int keep_persistent(Call<Program>& call, request_of<Program>* request) noexcept {
    if (request == nullptr) return call.error();
    request->active = false;
    request->persistence.persistent = true;
    return MPI_SUCCESS;
}

} // namespace internal

// MPI_I...: `blocking(call, arguments...)` runs the collective; it ignores the place for the request.
template <class Program, class Blocking, class... Arguments>
int immediate(Call<Program>& call, Blocking blocking, Arguments... arguments) noexcept {
    return internal::begin_immediate(call, internal::new_collective(call, blocking, arguments...));
}

// MPI_..._init: the same, to be started by MPI_Start. Hints are not used.
template <class Program, class Blocking, class... Arguments>
int persistent(Call<Program>& call, Blocking blocking, Arguments... arguments) noexcept {
    return internal::keep_persistent(call, internal::new_collective(call, blocking, arguments...));
}

} // namespace sartor::mpi
