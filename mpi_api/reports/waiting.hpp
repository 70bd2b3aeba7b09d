// What a rank waits for, as text for reports of deadlocks.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstring>

#include "mpi_api/collective/interface/worker_barrier.hpp"
#include "mpi_api/collective/tags/tags.hpp"
#include "mpi_api/state/state.hpp"
#include "runtime/reports/location.hpp"

namespace sartor::mpi::internal {

// " with tag 7"; nothing for tags of collectives, which no program has chosen.
struct TagText {
    char text[24];

    explicit TagText(int tag) {
        text[0] = '\0';
        if (tag == MPI_ANY_TAG)
            std::strcpy(text, " with any tag");
        else if (tag >= 0)
            std::snprintf(text, sizeof text, " with tag %d", tag);
    }
};

// " in NAME" for messages of a communicator that the program has made; nothing for predefined ones.
struct CommunicatorText {
    char text[MPI_MAX_OBJECT_NAME + 8];

    template <class Program, class Header>
    CommunicatorText(const RankState<Program>& state, const Header& header) {
        text[0] = '\0';
        if constexpr (Interface<Program>::manages_communicators) {
            const int context = header.context();
            state.communicators.for_each([&](const auto& made) {
                if (state.family.hides(made.context)) return;
                if (made.context != context && made.context + collective_context_offset != context) return;
                if (made.name[0] != '\0')
                    std::snprintf(text, sizeof text, " in %s", made.name);
                else
                    describe_groups(made);
            });
        }
    }

  private:
    void describe_groups(const CommunicatorObject& made) noexcept {
        if (const RemoteSide* remote = RemoteSide::of(made))
            std::snprintf(text, sizeof text, " in an intercommunicator of %d and %d", made.group->size(),
                          remote->group->size());
        else
            std::snprintf(text, sizeof text, " in a communicator of %d", made.group->size());
    }
};

// Why a short message was not copied: too many copies wait for their receives.
struct BacklogText {
    char text[128];

    explicit BacklogText(bool is_reason) {
        text[0] = '\0';
        if (is_reason)
            std::snprintf(text, sizeof text,
                          "; short messages wait, too, when %zu bytes are unreceived (sartor run --backlog)",
                          process::ranks.backlog_bytes);
    }
};

// Whether a send in standard mode is as short as messages that are copied.
template <class Program, class Sending>
bool waits_for_backlog(const Sending& sending) {
    if (sending.mode.rendezvous) return false;
    using Transport = typename Interface<Program>::types::Transport;
    if constexpr (requires { Transport::longest_copy; })
        return sending.parcel.envelope.storage.bytes <= Transport::longest_copy;
    return false;
}

// What a send waits for. Ranks are those of the process, whatever the communicator.
template <class Program, class Sending>
void describe_send(const RankState<Program>& state, const Sending& sending, char* text, std::size_t bytes) {
    const auto& envelope = sending.parcel.envelope;
    std::snprintf(
        text, bytes, "for rank %d to receive its message%s of %zu bytes%s%s%s", sending.destination,
        TagText(envelope.header.tag()).text, envelope.storage.bytes,
        CommunicatorText(state, envelope.header).text, BacklogText(waits_for_backlog<Program>(sending)).text,
        Interface<Program>::Rules::relies_on_buffering ? ""
                                                       : " (with --checked no send relies on buffering)");
}

// What a receive or a probe waits for; a negative source is any. Returns how many characters were written.
template <class Program, class Header>
std::size_t describe_message(const RankState<Program>& state, const Header& header, int source, char* text,
                             std::size_t bytes) {
    char from[16] = "any source";
    if (source >= 0) std::snprintf(from, sizeof from, "rank %d", source);
    const int length = std::snprintf(text, bytes, "for a message from %s%s%s", from,
                                     TagText(header.tag()).text, CommunicatorText(state, header).text);
    const auto used = static_cast<std::size_t>(length);
    return used < bytes ? used : bytes - 1;
}

// The rank of the process that is missing from a worker barrier in which this rank waits; -1: it is in none.
template <class Program>
int awaited_at_barrier(const RankState<Program>& state) {
    int missing = -1;
    state.awaited.visit([&](const auto& barrier) { missing = missing_from<Program>(barrier); });
    return missing;
}

// describe_message(), and the size of the buffer.
template <class Program, class Receiving>
void describe_receive(const RankState<Program>& state, const Receiving& receiving, char* text,
                      std::size_t bytes) {
    const std::size_t used =
        describe_message(state, receiving.envelope.header, receiving.source, text, bytes);
    std::snprintf(text + used, bytes - used, ", up to %zu bytes", receiving.envelope.storage.bytes);
}

// The send or receive that a rank waits for, in a blocking call or in the task that it waits for.
template <class Program>
const auto& waiting_of(const RankState<Program>& state) {
    const auto* waiting = &state.communicator.waiting();
    state.tasks.with_awaited(state.communicator, [&](const auto& task) { waiting = &task.waiting; });
    return *waiting;
}

// "for MPI_Ibarrier (called in main (program.c:12)), which waits ". Returns how many characters were written.
template <class Task>
std::size_t describe_task(const Task& task, char* text, std::size_t bytes) {
    char made[256] = "";
    const bool known = process::describe_location(
        *task.owner, reinterpret_cast<std::uintptr_t>(task.begun_at) - 1, made, sizeof made);
    const int length = std::snprintf(text, bytes, "for %s%s%s%s, which waits ", task.begun_by,
                                     known ? " (called in " : "", made, known ? ")" : "");
    const auto used = static_cast<std::size_t>(length);
    return used < bytes ? used : bytes - 1;
}

// What an incomplete request needs.
template <class Program, class Request>
void describe_request(const RankState<Program>& state, const Request& request, char* text,
                      std::size_t bytes) {
    if (request.sends && !request.sending.is_complete())
        describe_send(state, request.sending, text, bytes);
    else if (request.receives)
        describe_receive(state, request.receiving, text, bytes);
    else
        std::snprintf(text, bytes, "for an operation under way");
}

// Calls visit(request) for the active requests of a call that waits for any.
template <class Program, class Visit>
void for_each_awaited(const RankState<Program>& state, Visit visit) {
    for (int index = 0; index < state.awaited_requests.any.count; ++index) {
        const auto* request =
            state.requests.find(reinterpret_cast<std::uintptr_t>(state.awaited_requests.any.requests[index]));
        if (request != nullptr && request->is_active()) visit(*request);
    }
}

// "for any of 2: for a message from rank 1 with tag 5, up to 4 bytes; for ..."
template <class Program>
void describe_any(const RankState<Program>& state, char* text, std::size_t bytes) {
    int number = 0;
    for_each_awaited(state, [&](const auto&) { ++number; });
    std::size_t used = static_cast<std::size_t>(std::snprintf(text, bytes, "for any of %d: ", number));
    bool first = true;
    for_each_awaited(state, [&](const auto& request) {
        if (used + 2 >= bytes) return;
        if (!first) used += static_cast<std::size_t>(std::snprintf(text + used, bytes - used, "; "));
        first = false;
        describe_request(state, request, text + used, bytes - used);
        used += std::strlen(text + used);
    });
}

// The rank that all of the requests need; -1 when they need several, or when one could be from any.
template <class Program>
int waits_for_any(const RankState<Program>& state) {
    int only = -1;
    bool first = true;
    for_each_awaited(state, [&](const auto& request) {
        const int needed = request.sends && !request.sending.is_complete() ? request.sending.destination
                           : request.receives                              ? request.receiving.source
                                                                           : -1;
        only = first || needed == only ? needed : -1;
        first = false;
    });
    return only;
}

// The rank of the process for which a rank waits at a window; -1: not known.
template <class Program>
int awaited_for_window(const RankState<Program>& state) {
    const AwaitedWindow& awaited = state.awaited_window;
    if (awaited.locked < 0) return awaited.rank;
    return state.one_sided.holder(awaited.window->part, process::rank(awaited.rank));
}
// "until rank 2 ends its access to the window (MPI_Win_complete)", "until some rank ..."
template <class Program>
void describe_window(const RankState<Program>& state, char* text, std::size_t bytes) {
    const AwaitedWindow& awaited = state.awaited_window;
    const int rank = awaited_for_window(state);
    char who[32] = "some rank";
    if (rank >= 0) std::snprintf(who, sizeof who, "rank %d", rank);
    char where[32] = "";
    if (awaited.locked >= 0) std::snprintf(where, sizeof where, " rank %d of the window", awaited.locked);
    std::snprintf(text, bytes, "until %s %s%s", who, awaited.what, where);
}

// What the rank waits for, of all kinds of waits: the text that follows "waits".
template <class Program>
void describe_wait(const RankState<Program>& state, char* text, std::size_t bytes) {
    const auto describe_this_window = [&](const auto&) { describe_window(state, text, bytes); };
    if (state.awaited_window.visit(describe_this_window)) return;
    if (state.awaited_requests.visit_any([&](const auto&) { describe_any(state, text, bytes); })) return;
    const auto describe_probed = [&](const auto& header, int source) {
        describe_message(state, header, source, text, bytes);
    };
    if (state.probed.visit(describe_probed)) return;
    if (const int missing = awaited_at_barrier(state); missing >= 0)
        return static_cast<void>(std::snprintf(text, bytes, "for rank %d to take part", missing));
    const auto& waiting = waiting_of(state);
    [[maybe_unused]] bool awaits_task = false;
    state.tasks.with_awaited(state.communicator, [&](const auto& task) {
        awaits_task = true;
        const std::size_t used = describe_task(task, text, bytes);
        text += used;
        bytes -= used;
    });
    if (waiting.sending != nullptr) return describe_send(state, *waiting.sending, text, bytes);
    if (waiting.receiving != nullptr) return describe_receive(state, *waiting.receiving, text, bytes);
    if constexpr (has<typename Program::features, feature::partitioned>)
        if (awaits_task || state.awaited_requests.all.count > 0) // no other task waits for its own rank
            std::snprintf(text, bytes, "until this rank calls MPI_Pready for all partitions");
}

// Whether the rank waits for a message, in a receive or a probe.
template <class Program>
[[nodiscard]] bool waits_for_message(const RankState<Program>& state) {
    if (state.probed.waits()) return true;
    return awaited_at_barrier(state) < 0 && waiting_of(state).receiving != nullptr;
}

// "; 2 messages wait here, the first from rank 0 with tag 1 of 4 bytes": perhaps one of them was meant. Ranks
// are those of the communicators; messages of collectives are left out.
template <class Program>
void describe_unreceived(const RankState<Program>& state, char* text, std::size_t bytes) {
    int number = 0;
    char first[224]; // written with the first
    state.communicator.for_each_unreceived([&](const auto& envelope) {
        if (tags::is_collective(envelope.header.tag()) || ++number > 1) return;
        std::snprintf(first, sizeof first, "from rank %d%s of %zu bytes%s", envelope.header.source(),
                      TagText(envelope.header.tag()).text, envelope.storage.bytes,
                      CommunicatorText(state, envelope.header).text);
    });
    if (number == 1) std::snprintf(text, bytes, "; a message waits here %s", first);
    if (number > 1) std::snprintf(text, bytes, "; %d messages wait here, the first %s", number, first);
}

// The first handle that MPI_Waitall would find invalid: perhaps it meant the missing request.
template <class Program>
void describe_wrong_handle(const RankState<Program>& state, char* text, std::size_t bytes) {
    for (int index = 0; index < state.awaited_requests.all.count; ++index) {
        const MPI_Request handle = state.awaited_requests.all.requests[index];
        if (handle == MPI_REQUEST_NULL ||
            state.requests.find(reinterpret_cast<std::uintptr_t>(handle)) != nullptr)
            continue;
        std::snprintf(text, bytes, "; array_of_requests[%d] = %p: not a request, or a request that was freed",
                      index, static_cast<void*>(handle));
        return;
    }
}

// The whole text about a rank.
template <class Program>
void describe(const process::Rank& rank, char* text, std::size_t bytes) {
    const auto& state = process::state_of<const RankState<Program>>(rank);
    const auto add = [&](auto description) {
        const std::size_t used = std::strlen(text);
        description(state, text + used, bytes - used);
    };
    describe_wait(state, text, bytes);
    if (waits_for_message(state)) add(describe_unreceived<Program>);
    with(state.awaited_requests, [&](const auto&) { add(describe_wrong_handle<Program>); });
}

// The rank of the process without which this one can't continue; -1 when there is none or it could be any.
template <class Program>
int waits_for(const process::Rank& rank) {
    const auto& state = process::state_of<const RankState<Program>>(rank);
    int needed = -1;
    if (state.awaited_window.visit([&](const auto&) { needed = awaited_for_window(state); })) return needed;
    if (state.awaited_requests.visit_any([&](const auto&) { needed = waits_for_any(state); })) return needed;
    if (state.probed.waits()) return state.probed.source;
    if (const int missing = awaited_at_barrier(state); missing >= 0) return missing;
    const auto& waiting = waiting_of(state);
    if (waiting.sending != nullptr) return waiting.sending->destination;
    return waiting.receiving != nullptr ? waiting.receiving->source : -1;
}

// The text as a reply: the rank may be in another address space.
struct AwaitedText {
    char text[512];
};
template <class Program>
void show_awaited(const process::Rank& rank, const std::int32_t&, AwaitedText& reply) noexcept {
    reply.text[0] = '\0';
    describe<Program>(rank, reply.text, sizeof reply.text);
}
// Process::describe of the cut: at most `bytes` characters.
template <class Program>
void query_awaited(const process::Rank& rank, char* text, std::size_t bytes) {
    AwaitedText reply;
    Interface<Program>::types::Transport::query_rank(rank, std::int32_t{0}, reply, &show_awaited<Program>);
    std::snprintf(text, bytes, "%s", reply.text);
}
template <class Program>
void show_awaited_rank(const process::Rank& rank, const std::int32_t&, std::int32_t& reply) noexcept {
    reply = waits_for<Program>(rank);
}
// Process::waits_for of the cut.
template <class Program>
int query_awaited_rank(const process::Rank& rank) {
    std::int32_t reply;
    Interface<Program>::types::Transport::query_rank(rank, std::int32_t{0}, reply,
                                                     &show_awaited_rank<Program>);
    return reply;
}

} // namespace sartor::mpi::internal
