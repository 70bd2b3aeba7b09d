// Ranks of one worker that wait for each other in a call that all of them make, without messages.
#pragma once

#include <cstdint>

#include "runtime/rank/rank.hpp"

namespace sartor::process {

// A rank that has arrived; on its own stack until it is released.
struct Arrival {
    Rank* rank;
    std::uint64_t call; // the same for all who wait for each other
    int leader;         // and the rank of the process that lets them go, if one that is fixed must
    bool leads = false; // this one does, and all are here
    bool* over;         // set when the rank need not wait any more

    Arrival* first = nullptr; // of those who came to the call
    Arrival* next = nullptr;  // who came after this one
    // Of the first, set when it has come:
    int here;
    Arrival* last;
    Arrival* other_call; // the first of one that others have come to
};

// Those of a worker, for whose ranks alone this is: they take turns.
class Arrivals {
  public:
    // Arrives at a call with `expected` ranks of this worker. True: all have arrived. O(different calls
    // waited in).
    [[nodiscard]] bool add(Arrival& arrival, int expected) noexcept {
        Arrival** link = &first_;
        while (*link != nullptr && !belong_together(**link, arrival)) link = &(*link)->other_call;
        if (*link == nullptr) {
            arrival.here = 0;
            arrival.other_call = nullptr;
            *link = &arrival;
        } else {
            (*link)->last->next = &arrival;
        }
        Arrival& first = **link;
        first.last = &arrival;
        arrival.first = &first;
        if (++first.here < expected) return false;
        *link = first.other_call;
        return true;
    }

  private:
    [[nodiscard]] static bool belong_together(const Arrival& one, const Arrival& other) noexcept {
        return one.call == other.call && one.leader == other.leader;
    }

    Arrival* first_ = nullptr;
};

} // namespace sartor::process
