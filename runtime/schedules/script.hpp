// A schedule as a text: the choices that a run has to make, and those that it has made.
//
//     sartor schedule 1
//     program farm
//     ranks 4
//     order in turn                        or: order chosen
//     match 0 2 of 1 2    # MPI_Recv ...   rank 0 gets the message of rank 2
//     match 0 3 late of 1 2                and then one of rank 3, which has sent none yet
//     complete 1 0 of 0 2                  of the complete requests of rank 1, number 0 comes first
//     test 2 1 of 1 0                      a test of rank 2 succeeds
//     next 3 3 of 1 3                      of ranks 1 and 3, rank 3 goes on
//     lock 0 2 of 1 2     # lock of ...    the lock of rank 0's memory in a window goes to rank 2
//     update 0 2 of 1 2   # update of ...  the first of two updates there is that of rank 2
//     also 0 3            # ...            choice 0 could be, or was, a message of rank 3 that came later
//     impossible                           what the last choices ask for does not come
//
// What follows # explains.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/schedules/choices.hpp"

namespace sartor::process::choices {

// SARTOR_SCHEDULE says how the choices are made: random:SEED, replay:FILE, explore:FILE (as in the file as
// far as that goes; empty: there is none); SARTOR_SCHEDULE_RECORD names the file that they are written to, if
// any; with SARTOR_SCHEDULE_SITES call sites are functions and lines, which takes some milliseconds for each.
class Script {
  public:
    // False: no memory. Ends the run with usage_exit_code where the schedule is none, or not of this program.
    [[nodiscard]] bool open(int ranks) noexcept;
    [[nodiscard]] Chosen choose(const Choice& choice) noexcept;
    void note_late(int position, const Candidate& candidate) noexcept;
    [[noreturn]] void end_as_impossible() noexcept;
    // All ranks have ended: so must the choices of a schedule that is repeated.
    void close() noexcept;

    // Whether ranks do not go on in turn.
    [[nodiscard]] bool chooses_ranks() const noexcept { return chooses_ranks_; }
    [[nodiscard]] bool explores() const noexcept { return way_ == Way::explore; }

  private:
    enum class Way : std::uint8_t { explore, random, replay };
    struct Entry;

    [[nodiscard]] bool read(const char* path) noexcept;
    void read_head(const char* path, int ranks) noexcept;
    [[nodiscard]] bool has_entry() noexcept;
    [[nodiscard]] Chosen take_entry(const Choice& choice) noexcept;
    [[noreturn]] void diverge(const Choice& choice, const char* expected) noexcept;
    [[nodiscard]] std::uint64_t draw() noexcept;
    void write_head(int ranks) noexcept;
    void write(const Choice& choice, const Chosen& chosen) noexcept;
    void put(const char* text, std::size_t bytes) noexcept;

    Way way_ = Way::explore;
    bool chooses_ranks_ = false;
    bool with_sites_ = false;
    int made_ = 0; // choices
    int record_ = -1;
    std::uint64_t random_ = 0;
    const char* path_ = nullptr;
    char* text_ = nullptr; // of the schedule to follow; null: there is none
    const char* rest_ = nullptr;
};

} // namespace sartor::process::choices
