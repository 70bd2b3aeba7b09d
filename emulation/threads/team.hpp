// The threads of one parallel region, and the work that they share.
#pragma once

#include "emulation/threads/crew.hpp"

namespace sartor::machine::manycore::threads {

// Iterations 0 to `count`, whose values are first + k * step, distributed by OpenMP's schedules.
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
// different ones; each is identified by its number in the region.
struct Share {
    std::int64_t number = 0;
    int left = 0; // threads that have left it
    Loop loop;
    Share* next = nullptr;
};

// One parallel region that is running.
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

// Returns when all threads of the team have called it; others run meanwhile.
void barrier() noexcept;

// Enters the running thread's next work-sharing construct. True: it is the first thread there, and `wanted`
// becomes the construct's content.
bool enter_share(const Loop& wanted) noexcept;
void leave_share() noexcept;
// For a construct with which a region begins, whose content exists already.
void adopt_first_share(Team& team, Seat& seat, const Share* first) noexcept;

} // namespace sartor::machine::manycore::threads
