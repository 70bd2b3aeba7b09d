// A link of the network, and what is booked on it.
#pragma once

#include "emulation/cycles.hpp"

namespace sartor::machine::manycore {

class Train;
struct Queues;

// A link carries one flit in a cycle. Bookings are of worms that cross it now or that are on their way to it.
// Two stretches of time are known, [.., until) and [ahead, free): of the time between them later worms make
// use. All other gaps between bookings are lost, so bookings are made ahead only where that is rare
// (network.cpp). Zeroed memory is a link that is free.
struct Link {
    Cycles until = 0; // the end of what is booked before `ahead`
    Cycles ahead = 0;
    Cycles free = 0;
    Cycles busy = 0;          // how long it has carried flits, or will have
    Train* train = nullptr;   // that is booked last, if its packets not sent yet can give way
    Queues* queues = nullptr; // of the worms in front of it: made when the first has to wait
    int waiting = 0;          // worms that are in front of it, or on their way there and will stop
    int turns = 0;            // those of them that are packets of transfers from this interface

    // The first time from `time` on at which so many flits can cross it one after the other.
    [[nodiscard]] Cycles chance(Cycles time, Cycles flits) const noexcept {
        if (time >= free) return time;
        if (time < ahead) {
            const Cycles first = time > until ? time : until;
            if (first + flits <= ahead) return first;
        }
        return free;
    }

    // Now, if only until the next booking.
    [[nodiscard]] bool is_free(Cycles now) const noexcept {
        return free <= now || (now < ahead && until <= now);
    }
    // Of a link that is taken now: when that may change.
    [[nodiscard]] Cycles next_chance(Cycles now) const noexcept {
        return now < ahead && until > now ? until : free;
    }
    // Whether nothing is booked from `time` on, and so little before it that what a booking now makes of the
    // gap does not matter.
    [[nodiscard]] bool is_open(Cycles time, Cycles now, Cycles step) const noexcept {
        return time >= free && (ahead <= now || time <= free + step);
    }

    // Requires chance(start, length) == start >= now.
    void book(Cycles now, Cycles start, Cycles length) noexcept {
        if (start >= free)
            append(now, start, length);
        else
            until = start + length;
    }
    // Behind all others.
    void append(Cycles now, Cycles start, Cycles length) noexcept {
        if (ahead <= now) { // what is booked has begun, or is over
            until = free;
            ahead = start;
        }
        free = start + length;
        train = nullptr;
    }

    // What was booked last, from `start` on, ends at `end` instead; at `start`: nothing is left of it.
    void shorten(Cycles start, Cycles end) noexcept {
        free = end;
        train = nullptr;
        if (end == start && ahead == start) free = ahead = until;
    }
};

} // namespace sartor::machine::manycore
