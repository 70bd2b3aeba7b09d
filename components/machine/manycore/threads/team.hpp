// The threads of one parallel region, and the work that they share.
#pragma once

#include "components/machine/manycore/threads/crew.hpp"

namespace sartor::machine::manycore::threads {

// Iterations 0 to `count`, whose values are first + k * step; dealt out as OpenMP's schedules say.
struct Loop {
    enum class Schedule : std::uint8_t { stat, dynamic, guided };
    Schedule schedule = Schedule::stat;
    std::uint64_t first = 0;
    std::uint64_t step = 1; // of a loop that counts down: less than 0, modulo 2^64
    std::uint64_t end = 0;
    std::uint64_t count = 0;
    std::uint64_t chunk = 0;
    std::uint64_t taken = 0;
};

// A work-sharing construct: a loop, sections (a loop over their numbers) or a single one. Threads may be in
// different ones; each is known by its number in the region.
struct Share {
    std::int64_t number = 0;
    int left = 0; // threads that have left it
    Loop loop;
    Share* next = nullptr;
};

struct Team {
    Crew* crew = nullptr;
    int size = 1;
    int arrived = 0;         // at the barrier
    int ended = 0;           // of its threads but the main one
    bool main_waits = false; // for all of them to end
    Share* shares = nullptr;
    void* copied = nullptr; // by a single construct with copyprivate

    Body body = nullptr;
    void* data = nullptr;
};

void barrier() noexcept;

// The running thread's next work-sharing construct. True: it is the first one there, and `wanted` is its
// content.
bool enter_share(const Loop& wanted) noexcept;
void leave_share() noexcept;
// The content of the one with which a region begins is there already.
void adopt_first_share(Team& team, Seat& seat, const Share* first) noexcept;

} // namespace sartor::machine::manycore::threads
