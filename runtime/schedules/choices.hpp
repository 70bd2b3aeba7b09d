// Runs whose choices a schedule makes (sartor run --schedule): which rank runs next, which message a receive
// from any source gets, which of several complete requests comes first, whether a test succeeds already,
// which of several ranks gets the lock of a window's memory.
//
// For programs that are cut with the feature `scheduled`; other executables link none of this. All ranks run
// on one worker. A choice is made when no rank can run without one, so that as many candidates as possible
// are there (POE: Vakkalanka, Gopalakrishnan, Kirby, "Dynamic Verification of MPI Programs with Reductions in
// Presence of Split Operations and Relaxed Orderings", CAV 2008).
#pragma once

#include <cstdint>

#include "runtime/rank/rank.hpp"
#include "runtime/scheduler/schedule.hpp"

namespace sartor::process::choices {

enum class Kind : std::uint8_t {
    match,    // the sender whose message a receive or probe from any source gets
    complete, // the index of the request that comes first; all_of_them
    test,     // whether a test succeeds that could: 1 or 0
    next,     // the rank that goes on
    lock,     // the rank that gets the lock of a window's memory
    update    // the rank that updates a place there
};
inline constexpr int all_of_them = -1;
inline constexpr int no_message = -1; // of a probe that does not wait

// What can be chosen: a value, and for a message who sent it, by which call, for a lock or an update who asks
// for it.
struct Candidate {
    int value = 0;
    const Rank* sender = nullptr;
    const char* call = nullptr;
    const void* call_site = nullptr;
};

struct Choice {
    Kind kind;
    const Rank* rank; // for which it is made
    const char* call; // the operation's, and where that was called
    const void* call_site;
    const Candidate* candidates; // at least one, each with another value
    int count;
    bool can_wait = false; // for a candidate that is not there yet
};

struct Chosen {
    int value = 0;
    bool awaited = false; // it is not among the candidates: the first that comes with this value
    int position = 0;     // among the choices of the run
};

// Makes a choice and records it. Where the schedule does not say, a run at random draws, others take the
// first candidate. Ends the run where this choice is not the one that the schedule was recorded for.
[[nodiscard]] Chosen choose(const Choice& choice) noexcept;

struct Requester;

// A lock or an update for which a rank waits, in a call that does nothing else meanwhile.
struct Wish {
    Kind kind = Kind::lock;
    const void* place = nullptr; // the lock, or what is updated: wishes for others do not depend on this one
    const Rank* owner = nullptr; // in whose memory
    bool has_order = false;      // the order of this one and others makes a difference
    bool (*is_free)(const Wish&) noexcept = nullptr; // whether the rank can have it now; null: always
    void (*take)(Wish&) noexcept = nullptr;          // for the rank; requires is_free(); null: nothing to do
    bool is_granted = false;
    Requester* requester = nullptr;
    Wish* next = nullptr; // that came later
};

// What has to be chosen for one rank before it goes on. Registered for the whole run.
struct Requester {
    Requester* next = nullptr;
    Rank* rank = nullptr;
    bool (*is_open)(Requester&) noexcept = nullptr; // whether a message can be chosen for a receive
    void (*decide)(Requester&) noexcept = nullptr;  // makes that choice; requires is_open()
    std::uint64_t waits_since = 0; // until no rank can run, and no choice of this kind is open; 0: does not
    std::uint64_t last_round = 0;  // in which it has gone on, between two wishes that were granted
    bool has_declined = false;     // its last test could have succeeded, and did not
    Wish* wish = nullptr;          // until it is granted, when no rank can run
};
void add(Requester& requester) noexcept;
// Registers that the rank waits; `waits_since` is 0 again when its turn has come.
void wait_for_turn(Requester& requester) noexcept;
// The same for a wish, which stays where it is until it is granted.
void wait_for(Wish& wish, Requester& requester) noexcept;

// Whether messages that come later are noted as candidates for a choice that was made before (explore).
[[nodiscard]] bool notes_late() noexcept;
void note_late(int position, const Candidate& candidate) noexcept;
// A receive waits for a candidate that is not there yet; it has come, for the choice at this position.
void begin_awaiting() noexcept;
void end_awaiting(int position, const Candidate& candidate) noexcept;

// The order of the ranks in such runs.
extern const Schedule schedule;

} // namespace sartor::process::choices
