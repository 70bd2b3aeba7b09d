// Collective calls that do not match, found when no rank can continue: a rank waits for a message of one
// signature and has got one of another.
#pragma once

#include <cstdlib>
#include <cstring>

#include "mpi_api/reports/shown_collectives.hpp"

namespace sartor::mpi::internal {

// One side of a mismatch: a rank, and which of its calls.
struct CollectiveSide {
    int rank;
    OneCall call;
};

// Reports both calls with their arguments and call sites.
template <class Program>
[[gnu::cold, gnu::noinline]] void report_mismatch(const CollectiveSide& one,
                                                  const CollectiveSide& other) noexcept {
    CallText its;
    CallText others;
    query_call<Program>(one.rank, one.call, its);
    query_call<Program>(other.rank, other.call, others);
    const bool same_whole = std::strcmp(its.whole, others.whole) == 0;
    process::report("  collective calls do not match: %s, %s: the %s differ", its.text, others.text,
                    same_whole ? difference_of(one.call.tag, other.call.tag) : "functions");
}
// The call in which a rank waits, as one side.
[[nodiscard]] inline CollectiveSide side_of(int rank, const CollectiveWait& wait) noexcept {
    return {rank, {WhichCall::current, wait.context, wait.tag}};
}

// Whether ranks that wait in a cycle for each other, in collectives of one communicator, prove a mismatch.
// They do when all wait in blocking calls, or all in calls with one number, or in both if those that block
// have nothing else under way. wait(rank) gives a CollectiveWait.
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
        if (its == 0) all_alone = all_alone && here.alone != 0;
        rank = here.peer;
    } while (rank != start);
    return number == 0 || !blocking || all_alone;
}

// Reports two neighbours of the cycle that differ, preferably in calls that should have been the same.
template <class Program, class Wait>
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
    report_mismatch<Program>(side_of(one, mine), side_of(mine.peer, wait(mine.peer)));
}

// Searches for a cycle from each rank on. O(ranks) in all, since each rank is visited once.
template <class Program, class Wait>
[[gnu::noinline]] bool report_circles(Wait wait) noexcept {
    auto* seen = static_cast<int*>(std::calloc(static_cast<unsigned>(process::size()), sizeof(int)));
    bool reported = false;
    for (int start = 0; seen != nullptr && !reported && start < process::size(); ++start) {
        int rank = start;
        while (rank >= 0 && seen[rank] == 0) {
            seen[rank] = start + 1;
            rank = wait(rank).peer;
        }
        reported = rank >= 0 && seen[rank] == start + 1 && circle_is_certain(rank, wait);
        if (reported) report_circle<Program>(rank, wait);
    }
    std::free(seen);
    return reported;
}

// Reports a call that another rank, which has ended, never made, with the last one that it made.
template <class Program>
[[gnu::cold, gnu::noinline]] void report_missing(const char* indent, const char* one, int other,
                                                 int context) noexcept {
    CallText last;
    query_call<Program>(other, {WhichCall::last, context, 0}, last);
    process::report("%scollective calls do not match: %s, which rank %d never called; its last call on this "
                    "communicator: %s",
                    indent, one, other, last.text[0] != '\0' ? last.text : "unknown");
}

// The first rank that waits for one that has ended.
template <class Program>
[[gnu::cold]] void report_ended() noexcept {
    for (int rank = 0; rank < process::size(); ++rank) {
        const CollectiveWait mine = collective_wait<Program>(rank);
        if (mine.peer < 0 || collective_wait<Program>(mine.peer).ended == 0) continue;
        CallText its;
        query_call<Program>(rank, side_of(rank, mine).call, its);
        return report_missing<Program>("  ", its.text, mine.peer, mine.context);
    }
}

// Of a deadlock: reports the first mismatch that is certain to be one. Without one it is silent, since what
// ranks wait for may be missing for other reasons.
template <class Program>
[[gnu::cold]] void report_first_mismatch() {
    const auto wait = [](int rank) { return collective_wait<Program>(rank); };
    for (int rank = 0; rank < process::size(); ++rank) {
        const CollectiveWait mine = wait(rank);
        if (mine.peer < 0 || mine.other_tag == 0) continue;
        const CollectiveWait theirs = wait(mine.peer);
        const bool there = theirs.context == mine.context && theirs.tag == mine.other_tag;
        const OneCall call{there ? WhichCall::current : WhichCall::recent, mine.context, mine.other_tag};
        return report_mismatch<Program>(side_of(rank, mine), {mine.peer, call});
    }
    if (!report_circles<Program>(wait)) report_ended<Program>();
}

} // namespace sartor::mpi::internal
