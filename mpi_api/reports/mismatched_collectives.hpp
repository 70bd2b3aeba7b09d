// Collective calls that do not match, found when no rank can go on: messages of one signature that lie
// beside, or wait for, messages of another.
#pragma once

#include <cstdio>
#include <cstdlib>

#include "components/envelope/header.hpp"
#include "mpi_api/reports/signature_text.hpp"
#include "mpi_api/reports/waiting.hpp"

namespace sartor::mpi::internal {

// A collective call in which a rank waits for a message of another rank, or for that to take its own.
struct CollectiveWait {
    int peer = -1; // in the process; -1: the rank does not wait like that
    int context = 0;
    int tag = 0;
    bool alone = true; // nothing else is under way on the rank
    const char* call = nullptr;
    const void* call_site = nullptr;
};

// One side of a mismatch. Without a call only the signature is known.
struct CollectiveSide {
    int rank;
    int tag;
    const char* call;
    const void* call_site;
};

// Contexts of collectives are odd (mpi_api/state/communicators.hpp); a cut without contexts has collectives
// only.
template <class Header>
[[nodiscard]] bool is_collective(const Header& header) noexcept {
    const int context = header.context(collective_context_offset);
    return context > 0 && context % 2 == collective_context_offset && tags::is_collective(header.tag());
}

template <class Program>
[[nodiscard]] const RankState<Program>& state_of(int rank) noexcept {
    return process::state_of<const RankState<Program>>(process::rank(rank));
}

template <class Program>
[[nodiscard]] CollectiveWait collective_wait(int number) noexcept {
    const process::Rank& rank = process::rank(number);
    if (rank.ended) return {};
    const auto& state = state_of<Program>(number);
    const int peer = waits_for<Program>(rank);
    const auto& waiting = waiting_of(state);
    if (peer < 0 || (waiting.sending == nullptr && waiting.receiving == nullptr)) return {};
    const auto& header = waiting.sending != nullptr ? waiting.sending->parcel.envelope.header
                                                    : waiting.receiving->envelope.header;
    if (!is_collective(header)) return {};
    const int context = header.context(collective_context_offset);
    CollectiveWait wait{peer, context, header.tag(), true, rank.call, rank.call_site};
    wait.alone = state.tasks.none(state.communicator);
    state.tasks.with_awaited(state.communicator, [&](const auto& task) {
        wait.call = task.begun_by;
        wait.call_site = task.begun_at;
    });
    return wait;
}

// The rank in the communicator that is waited for: without messages it is not the expected source.
template <class Program>
[[nodiscard]] int awaited_source(const RankState<Program>& state, int source) noexcept {
    const int missing = awaited_at_meeting(state);
    if constexpr (std::is_same_v<decltype(RankState<Program>::awaited), AwaitedMeeting>)
        if (missing >= 0) {
            const Meeting& meeting = *state.awaited.meeting;
            return source + (missing - meeting.leader) / meeting.stride;
        }
    return source;
}

// The oldest message from the rank that is waited for that belongs to another call than this one must be:
// blocking calls come in order, others have numbers. Null when there is none.
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

[[gnu::cold, gnu::noinline]] inline void describe_side(const CollectiveSide& side, char* text,
                                                       std::size_t bytes) noexcept {
    char call_site[300];
    char arguments[128];
    describe_call_site(process::rank(side.rank), side.call_site, call_site, sizeof call_site);
    describe_arguments(side.tag, arguments, sizeof arguments);
    std::snprintf(text, bytes, "rank %d calls %s%s%s", side.rank,
                  side.call != nullptr ? side.call : function_name(side.tag), arguments, call_site);
}

[[gnu::cold, gnu::noinline]] inline void report_mismatch(const CollectiveSide& one,
                                                         const CollectiveSide& other) noexcept {
    char text[2][512];
    describe_side(one, text[0], sizeof text[0]);
    describe_side(other, text[1], sizeof text[1]);
    process::report("  collective calls do not match: %s, %s: the %s differ", text[0], text[1],
                    difference_of(one.tag, other.tag));
}

// Of ranks that wait in a circle for each other in collectives of one communicator: whether that is no fault
// of anything else. So it is when they wait in blocking calls, or in those with one number; or in both, when
// who blocks has nothing else under way.
template <class Wait>
[[nodiscard]] bool circle_is_certain(int start, Wait wait) noexcept {
    const int context = wait(start).context;
    bool blocking = false;
    bool all_alone = true;
    std::uint32_t number = 0;
    int rank = start;
    do {
        const CollectiveWait here = wait(rank);
        const std::uint32_t its = tags::number_of(here.tag);
        if (here.context != context || (its != 0 && number != 0 && its != number)) return false;
        if (its != 0) number = its;
        if (its == 0) blocking = true;
        if (its == 0) all_alone = all_alone && here.alone;
        rank = here.peer;
    } while (rank != start);
    return number == 0 || !blocking || all_alone;
}

// Two neighbours in it that differ, if there are any: best in calls that should have been the same.
template <class Wait>
[[gnu::cold, gnu::noinline]] void report_circle(int start, Wait wait) noexcept {
    int one = start;
    int best = 0;
    int rank = start;
    do {
        const CollectiveWait here = wait(rank);
        const int other = wait(here.peer).tag;
        const int differs = here.tag == other                                     ? 0
                            : tags::number_of(here.tag) == tags::number_of(other) ? 2
                                                                                  : 1;
        if (differs > best) {
            best = differs;
            one = rank;
        }
        rank = here.peer;
    } while (rank != start);
    const CollectiveWait mine = wait(one);
    const CollectiveWait theirs = wait(mine.peer);
    report_mismatch({one, mine.tag, mine.call, mine.call_site},
                    {mine.peer, theirs.tag, theirs.call, theirs.call_site});
}

// Looks for a circle from each rank on, with a mark for each rank seen.
template <class Wait>
[[gnu::noinline]] bool report_circles(Wait wait) noexcept {
    auto* seen = static_cast<int*>(std::calloc(static_cast<unsigned>(process::size()), sizeof(int)));
    bool told = false;
    for (int start = 0; seen != nullptr && !told && start < process::size(); ++start) {
        int rank = start;
        while (rank >= 0 && seen[rank] == 0) {
            seen[rank] = start + 1;
            rank = wait(rank).peer;
        }
        told = rank >= 0 && seen[rank] == start + 1 && circle_is_certain(rank, wait);
        if (told) report_circle(rank, wait);
    }
    std::free(seen);
    return told;
}

// One side of a call that the other rank, which has ended, never made.
template <class Program>
[[gnu::cold, gnu::noinline]] void report_missing(const char* indent, const char* one, int other,
                                                 int context) noexcept {
    char theirs[512];
    const CollectiveCall* last = state_of<Program>(other).recent_collectives.find(
        [=](const CollectiveCall& call) { return call.context == context; });
    if (last != nullptr)
        describe_side({other, last->tag, nullptr, last->call_site}, theirs, sizeof theirs);
    else
        std::snprintf(theirs, sizeof theirs, "none that is known");
    process::report("%scollective calls do not match: %s, which rank %d never did; its last on that "
                    "communicator: %s",
                    indent, one, other, theirs);
}

// A rank has ended without what another waits for.
template <class Program>
[[gnu::cold]] void report_ended() noexcept {
    for (int rank = 0; rank < process::size(); ++rank) {
        const CollectiveWait mine = collective_wait<Program>(rank);
        if (mine.peer < 0 || !process::rank(mine.peer).ended) continue;
        char ours[512];
        describe_side({rank, mine.tag, mine.call, mine.call_site}, ours, sizeof ours);
        return report_missing<Program>("  ", ours, mine.peer, mine.context);
    }
}

// Of a deadlock: the first mismatch that is certain to be one. What ranks wait for may otherwise be late
// through no fault of their collective calls.
template <class Program>
[[gnu::cold]] void explain_deadlock() {
    const auto wait = [](int rank) { return collective_wait<Program>(rank); };
    for (int rank = 0; rank < process::size(); ++rank) {
        const CollectiveWait mine = wait(rank);
        if (mine.peer < 0) continue;
        const int tag = other_tag_in_queue(state_of<Program>(rank));
        if (tag == 0) continue;
        const CollectiveWait theirs = wait(mine.peer);
        const bool there = theirs.context == mine.context && theirs.tag == tag;
        const void* call_site =
            there ? theirs.call_site : recent_call_site(state_of<Program>(mine.peer), mine.context, tag);
        return report_mismatch({rank, mine.tag, mine.call, mine.call_site},
                               {mine.peer, tag, there ? theirs.call : nullptr, call_site});
    }
    if (!report_circles(wait)) report_ended<Program>();
}

} // namespace sartor::mpi::internal
