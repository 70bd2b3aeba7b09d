// Where the ranks of a run are: asked for by a signal, or when the run takes too long.
#pragma once

#include <cstdint>

namespace sartor::process {

// How long each rank has stood where it is, seen from outside by a thread that looks now and then: no rank
// keeps time. A rank stands still while it makes no other MPI call, from no other place, and no message is
// delivered to it.
class StandingTimes {
  public:
    StandingTimes() = default;
    ~StandingTimes();
    StandingTimes(const StandingTimes&) = delete;
    StandingTimes& operator=(const StandingTimes&) = delete;

    // Notes what is seen now. Memory: 32 bytes for each rank from the first look on; without it no times are
    // known.
    void look() noexcept;
    // Whole seconds, rounded down; 0 when it is not known.
    [[nodiscard]] int seconds(int rank) const noexcept;

  private:
    struct Seen;
    Seen* seen_ = nullptr;
};

// Reports all ranks that have not ended, in groups of those that are at the same MPI call and line: whom they
// wait for, and for how long they have been there. Its cost is some microseconds for each rank, and
// milliseconds for each line of the program that is named first. `are_paused`: no worker runs a rank
// meanwhile, so that what blocked ranks wait for can be read; if not, only their calls are reported.
void report_standing(const StandingTimes& times, bool are_paused) noexcept;

} // namespace sartor::process
