// A rank's collective calls as numbers and texts, for reports about several ranks. They are requested through
// the transport, which forms the reply where the rank's memory is (channel::Transport::ask).
#pragma once

#include <cstdint>
#include <cstdio>

#include "components/envelope/header.hpp"
#include "mpi_api/reports/signature_text.hpp"
#include "mpi_api/reports/waiting.hpp"
#include "mpi_api/state/recent_collectives.hpp"

namespace sartor::mpi::internal {

// Whether a message belongs to a collective. Contexts of collectives are odd
// (mpi_api/state/communicators.hpp); a cut without contexts has collectives only.
template <class Header>
[[nodiscard]] bool is_collective(const Header& header) noexcept {
    const int context = header.context(collective_context_offset);
    return context > 0 && context % 2 == collective_context_offset && tags::is_collective(header.tag());
}

// Sends a request to a rank of the process and waits for its reply.
template <class Program, class Question, class Reply>
void query_rank(int number, const Question& question, Reply& reply,
                void (*show)(const process::Rank&, const Question&, Reply&)) noexcept {
    Interface<Program>::types::Transport::query_rank(process::rank(number), question, reply, show);
}
template <class Program>
[[nodiscard]] const RankState<Program>& state_here(const process::Rank& rank) noexcept {
    return process::state_of<const RankState<Program>>(rank);
}

// ---- a collective call in which a rank waits for a message of another rank, or for that to take its own

// How a rank waits in a collective call: for a message of another rank, or for that rank to receive its own.
struct CollectiveWait {
    std::int32_t peer = -1; // in the process; -1: the rank does not wait like that
    std::int32_t context = 0;
    std::int32_t tag = 0;
    std::int32_t other_tag = 0; // of a message that has come in place of the awaited one; 0: none has
    std::int32_t alone = 1;     // nothing else is under way on the rank
    std::int32_t ended = 0;     // its program has
};

// The rank of the communicator that is waited for: of ranks in a worker barrier, one that has not arrived.
template <class Program>
[[nodiscard]] int awaited_source(const RankState<Program>& state, int source) noexcept {
    const int missing = awaited_at_barrier(state);
    if constexpr (std::is_same_v<decltype(RankState<Program>::awaited), AwaitedWorkerBarrier>)
        if (missing >= 0) {
            const WorkerBarrier& barrier = *state.awaited.barrier;
            return source + (missing - barrier.leader) / barrier.stride;
        }
    return source;
}

// The tag of the oldest message from the awaited rank that belongs to another call than it should: blocking
// calls come in order, others have numbers. 0 when there is none.
template <class Program>
[[nodiscard]] int other_tag_in_queue(const RankState<Program>& state) noexcept {
    const auto* receiving = waiting_of(state).receiving;
    int found = 0;
    if (receiving == nullptr) return found;
    const auto& expected = receiving->envelope.header;
    const int tag = expected.tag();
    const int source = awaited_source(state, expected.source());
    state.communicator.for_each_unreceived([&](const auto& envelope) {
        const int other = envelope.header.tag();
        const bool same =
            envelope.header.context() == expected.context() && envelope.header.source() == source;
        if (found == 0 && same && other != tag && tags::is_collective(other) &&
            tags::number_of(other) == tags::number_of(tag))
            found = other;
    });
    return found;
}

// A call with its function and call site.
struct CallInCode {
    const char* call;
    const void* call_site;
};
template <class Program>
[[nodiscard]] CallInCode current_call(const RankState<Program>& state, const process::Rank& rank) noexcept {
    CallInCode current{rank.call, rank.call_site};
    state.tasks.with_awaited(state.communicator, [&](const auto& task) {
        current = {task.begun_by, task.begun_at};
    });
    return current;
}

// Calls visit() with the state of each thread of the rank that waits in MPI; once where one thread calls.
template <class Visit>
void for_each_waiting_thread(const process::Rank& rank, Visit visit) {
    if (rank.critical_section != nullptr && rank.critical_section->any_waits())
        rank.critical_section->show_each_waiting(visit);
    else
        visit();
}

// How the thread waits whose state the rank has.
template <class Program>
[[nodiscard]] CollectiveWait wait_of_thread(const process::Rank& rank) noexcept {
    CollectiveWait wait;
    const auto& state = state_here<Program>(rank);
    const int peer = waits_for<Program>(rank);
    const auto& waiting = waiting_of(state);
    if (peer < 0 || (waiting.sending == nullptr && waiting.receiving == nullptr)) return wait;
    const auto& header = waiting.sending != nullptr ? waiting.sending->parcel.envelope.header
                                                    : waiting.receiving->envelope.header;
    if (!is_collective(header)) return wait;
    wait.peer = peer;
    wait.context = header.context(collective_context_offset);
    wait.tag = header.tag();
    wait.other_tag = other_tag_in_queue(state);
    wait.alone = state.tasks.none(state.communicator) ? 1 : 0;
    return wait;
}

// Forms the reply, on the rank that gets the request. Of several threads it shows one that has got another
// message than it should, or else the first in a collective.
template <class Program>
[[gnu::cold]] void show_wait(const process::Rank& rank, const std::int32_t&, CollectiveWait& wait) noexcept {
    wait = {};
    int threads = 0;
    if (!rank.ended)
        for_each_waiting_thread(rank, [&] {
            const CollectiveWait its = wait_of_thread<Program>(rank);
            const bool is_first = wait.peer < 0 && its.peer >= 0;
            if (is_first || (wait.other_tag == 0 && its.other_tag != 0)) wait = its;
            ++threads;
        });
    wait.ended = rank.ended ? 1 : 0;
    if (threads > 1) wait.alone = 0;
}
// How the rank `number` of the process waits.
template <class Program>
[[nodiscard]] CollectiveWait collective_wait(int number) noexcept {
    CollectiveWait wait;
    query_rank<Program>(number, std::int32_t{0}, wait, &show_wait<Program>);
    return wait;
}

// ---- one of its calls, as text

// Which call of a rank is meant.
enum class WhichCall : std::int32_t {
    current, // in which it waits
    recent,  // that with this context and tag, if it was made lately; else what the tag says
    last,    // of those with this context that were made lately
};
struct OneCall {
    WhichCall which;
    std::int32_t context;
    std::int32_t tag;
};
// "rank 3 calls MPI_Bcast with root 0 (in main (program.c:12))"; empty when no such call is known. The
// arguments are those of the program: none where the collective is a part of what a function does, which has
// its name then.
struct CallText {
    char text[464];
    char whole[48];
};

[[gnu::cold, gnu::noinline]] inline void describe_call(const process::Rank& rank, const CallInCode& call,
                                                       int tag, CallText& reply) noexcept {
    char call_site[300];
    char arguments[128] = "";
    const char* const function = call.call != nullptr ? call.call : function_name(tag);
    const bool is_part = call.call != nullptr && is_part_of(function, tag);
    describe_call_site(rank, call.call_site, call_site, sizeof call_site);
    if (!is_part) describe_arguments(tag, arguments, sizeof arguments);
    std::snprintf(reply.text, sizeof reply.text, "rank %d calls %s%s%s", rank.number, function, arguments,
                  call_site);
    std::snprintf(reply.whole, sizeof reply.whole, "%s", is_part ? function : "");
}
template <class Program>
[[gnu::cold]] void show_call(const process::Rank& rank, const OneCall& question, CallText& reply) noexcept {
    reply.text[0] = reply.whole[0] = '\0';
    const auto& state = state_here<Program>(rank);
    CallInCode call{nullptr, nullptr};
    int tag = question.tag;
    if (question.which == WhichCall::current) {
        for_each_waiting_thread(rank, [&] {
            const CollectiveWait its = wait_of_thread<Program>(rank);
            const bool is_meant = its.context == question.context && its.tag == question.tag;
            if (is_meant || call.call == nullptr) call = current_call(state, rank);
        });
    } else {
        const CollectiveCall* found = state.recent_collectives.find([&](const CollectiveCall& one) {
            return one.context == question.context &&
                   (question.which == WhichCall::last || one.tag == question.tag);
        });
        if (found == nullptr && question.which == WhichCall::last) return;
        if (found != nullptr) {
            tag = found->tag;
            call = {found->function, found->call_site};
        }
    }
    describe_call(rank, call, tag, reply);
}
// Describes a call of another rank.
template <class Program>
[[gnu::cold]] void query_call(int number, const OneCall& question, CallText& reply) noexcept {
    query_rank<Program>(number, question, reply, &show_call<Program>);
}

// ---- how it has ended

// How a rank has ended.
struct Ending {
    std::int32_t exit_code;
    std::int32_t clean; // no error was returned to its program, nothing is under way
};
template <class Program>
[[gnu::cold]] void show_ending(const process::Rank& rank, const std::int32_t&, Ending& reply) noexcept {
    const auto& state = state_here<Program>(rank);
    const bool clean = !state.returned_error && state.communicator.flows().none();
    reply = {rank.exit_code, clean ? 1 : 0};
}
template <class Program>
[[nodiscard]] Ending ending(int number) noexcept {
    Ending end;
    query_rank<Program>(number, std::int32_t{0}, end, &show_ending<Program>);
    return end;
}

} // namespace sartor::mpi::internal
