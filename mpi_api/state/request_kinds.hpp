// The kinds of operations behind a request, as a family: each says whether a request is of it, and how such a
// request is tested, awaited, concluded, cancelled and ended. A program has those that its features name, and
// messages. What needs the call is defined beside its use:
// point_to_point/messages/requests.hpp, cancel.hpp, persistent.hpp.
#pragma once

#include <cstdlib>
#include <memory>

#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/list.hpp>

#include "components/features.hpp"
#include "framework/features.hpp"
#include "mpi.h"

namespace sartor::mpi {

// Operations that continue on flows of their own.
template <class Set>
inline constexpr bool has_tasks =
    has_any<Set, feature::immediate_collectives, feature::partitioned, feature::immediate_flush>;

namespace request_kinds {

// A message, or what was over when it was called: any request that is of no other kind.
struct Message {
    static constexpr bool is_task = false;
    static constexpr bool is_of_program = false; // completed by it
    [[nodiscard]] static constexpr bool is(const auto&) noexcept { return true; }
    // Of an active request. Cancelled ones are complete.
    [[nodiscard]] static bool is_complete(const auto& request) noexcept {
        return (!request.sends || request.sending.is_complete()) &&
               (!request.receives || request.receiving.is_complete() || request.cancelled);
    }
    // Whether it keeps its place among its like even if it is freed before it is matched.
    [[nodiscard]] static constexpr bool keeps_place(const auto&) noexcept { return false; }

    [[nodiscard]] static constexpr bool is_task_under_way(const auto&) noexcept { return false; }
    static void free_memory(auto&) noexcept {} // of a task

    static void wait(auto& call, auto& request) noexcept;
    // Waits in MPI_Finalize for a request that was freed.
    static void wait_at_end(auto& call, auto& request) noexcept { wait(call, request); }
    // Fills in the status of a complete request and returns its error.
    [[nodiscard]] static int conclude(auto& call, auto& request, MPI_Status* status) noexcept;
    // Frees what belongs to it; returns the error of the program's free function.
    static int end(auto&, auto&) noexcept { return MPI_SUCCESS; }
    // MPI_Cancel and MPI_Start.
    [[nodiscard]] static int cancel(auto& call, auto& request) noexcept;
    [[nodiscard]] static int start(auto& call, auto& request) noexcept;
};

// A collective or a flush that continues on a flow.
struct Task : Message {
    static constexpr bool is_task = true;
    [[nodiscard]] static bool is(const auto& request) noexcept { return request.task != nullptr; }
    [[nodiscard]] static bool is_complete(const auto& request) noexcept { return request.task->complete; }
    static void wait(auto& call, auto& request) noexcept {
        call.state().communicator.wait_for_task(*request.task);
    }
    static void wait_at_end(auto& call, auto& request) noexcept { wait(call, request); }
    [[nodiscard]] static int conclude(auto& call, auto& request, MPI_Status* status) noexcept;
    [[nodiscard]] static bool is_task_under_way(const auto& request) noexcept {
        return !request.task->seen_complete;
    }
    static void free_memory(auto& request) noexcept { std::free(request.task); }
    static int end(auto& call, auto& request) noexcept {
        request.free_task();
        call.state().tasks.drop_user(call.state());
        return MPI_SUCCESS;
    }
    [[nodiscard]] static int cancel(auto& call, auto& request) noexcept;
    [[nodiscard]] static int start(auto& call, auto& request) noexcept;
};

// One side of a message in partitions, which is a task.
struct Partitioned : Task {
    [[nodiscard]] static bool is(const auto& request) noexcept { return request.parts != nullptr; }
    [[nodiscard]] static bool keeps_place(const auto& request) noexcept {
        return !request.parts->is_matched();
    }
    static void free_memory(auto& request) noexcept {
        std::destroy_at(request.parts);
        Task::free_memory(request);
    }
    static void wait_at_end(auto& call, auto& request) noexcept {
        request.parts->end(call.state().communicator);
    }
    [[nodiscard]] static int conclude(auto& call, auto& request, MPI_Status* status) noexcept {
        const int error = Task::conclude(call, request, status);
        request.parts->fill_in(status);
        return error;
    }
};

// An operation that the program itself completes (MPI-5.0 section 13.2).
struct Generalized : Message {
    static constexpr bool is_of_program = true;
    [[nodiscard]] static bool is(const auto& request) noexcept { return request.general.query != nullptr; }
    [[nodiscard]] static bool is_complete(const auto& request) noexcept { return request.general.complete; }
    static void wait(auto& call, auto& request) noexcept {
        call.state().communicator.wait_until([&] { return request.is_complete(); });
    }
    // It completes by the program's own calls.
    static void wait_at_end(auto&, auto&) noexcept {}
    [[nodiscard]] static int conclude(auto& call, auto& request, MPI_Status* status) noexcept;
    static int end(auto& call, auto& request) noexcept;
    [[nodiscard]] static int cancel(auto& call, auto& request) noexcept;
};

// An operation on a window that is not over when it is called.
struct OneSided : Message {
    [[nodiscard]] static bool is(const auto& request) noexcept { return request.ticket.pending != 0; }
    [[nodiscard]] static constexpr bool is_complete(const auto&) noexcept { return false; }
    static void wait(auto& call, auto& request) noexcept {
        call.state().communicator.wait_until([&] { return request.is_complete(); });
    }
    static void wait_at_end(auto& call, auto& request) noexcept { wait(call, request); }
};

namespace internal {

template <bool is_there, class Kind>
using kind_if = boost::mp11::mp_if_c<is_there, boost::mp11::mp_list<Kind>, boost::mp11::mp_list<>>;

template <class Kinds>
struct among;
template <class First, class... Rest>
struct among<boost::mp11::mp_list<First, Rest...>> {
    template <class Request, class Act>
    [[gnu::always_inline]] static auto visit(Request& request, const Act& act) noexcept {
        if constexpr (sizeof...(Rest) != 0)
            if (!First::is(request)) return among<boost::mp11::mp_list<Rest...>>::visit(request, act);
        return act(First());
    }
};

} // namespace internal

// The kinds that a program has, the most special first.
template <class Types, class Set = typename Types::Features>
using of = boost::mp11::mp_append<
    internal::kind_if<has<Set, feature::generalized_requests>, Generalized>,
    internal::kind_if<has<Set, feature::partitioned>, Partitioned>, internal::kind_if<has_tasks<Set>, Task>,
    internal::kind_if<has<Set, feature::windows> && !Types::Machine::shares_memory, OneSided>,
    boost::mp11::mp_list<Message>>;

} // namespace request_kinds

// Returns act(kind) with the kind of a request.
template <class Request, class Act>
[[gnu::always_inline]] inline auto by_kind(Request& request, const Act& act) noexcept {
    return request_kinds::internal::among<typename std::remove_const_t<Request>::Kinds>::visit(request, act);
}

} // namespace sartor::mpi
