// Worms that wait in front of links, and the room for them there.
#pragma once

#include "emulation/chip/network.hpp"

namespace sartor::machine::manycore {

inline constexpr Cycles never = -1;

// A worm under way: what it is, and in front of which link of its route its head is.
struct MovingWorm {
    Worm worm;
    QueuedWorm* queued = nullptr; // its memory, once it has had to wait
    int hop = 0;

    [[nodiscard]] int link() const noexcept { return worm.route.links[hop]; }
    [[nodiscard]] int link_before() const noexcept { return worm.route.links[hop - 1]; }
    [[nodiscard]] bool is_last() const noexcept { return hop + 1 == worm.route.length; }
    [[nodiscard]] bool takes_turns() const noexcept { return hop == 0 && worm.takes_turns; }
};

struct QueuedWorm {
    QueuedWorm* next = nullptr;
    Network* network = nullptr;
    Cycles ready = 0; // when its head is in front of the link
    MovingWorm moving;
};

// The queues in front of a link: for each port of its router the worms that wait, and the flits for which
// room is taken, those of worms on their way included, those of the worm that leaves not. In front of a link
// into the network there is one queue.
struct Queues {
    struct Port {
        QueuedWorm* first = nullptr;
        QueuedWorm* last = nullptr;
        Cycles taken = 0;
        Cycles left = 0; // when the last of those that have gone on has left with all of its flits
    };

    Network* network = nullptr;
    int link = 0;
    int turn = 0;           // the port that is asked first
    Cycles planned = never; // when it is to be seen who goes next
    Port ports[1];          // as many as a router has
};

// Whether the link in front leads into a ring, in which the worm will go on.
inline bool Network::enters_ring(const MovingWorm& moving) const noexcept {
    const int link = moving.link();
    return are_of_one_ring(link, moving.worm.route.links[moving.hop + 1]) &&
           !(moving.hop > 0 && are_of_one_ring(moving.link_before(), link));
}

// When there is room beside those that wait: flits of the worm that leaves make it one after the other.
// `never`: not before others leave.
inline Cycles Network::room_from(const MovingWorm& moving, const Queues& queues) const noexcept {
    const Queues::Port& port = queues.ports[port_of(moving.link())];
    if (port.taken == 0) return 0;
    const Cycles more = enters_ring(moving) ? longest_worm_ : 0;
    const Cycles spare = capacity_ - port.taken - moving.worm.flits - more;
    if (spare < 0) return never;
    return port.left > spare ? port.left - spare : 0;
}

// In the queue behind the link.
inline bool Network::has_room(const MovingWorm& moving, Cycles time) const noexcept {
    if (moving.is_last()) return true;
    const Link& next = links_[moving.worm.route.links[moving.hop + 1]];
    if (next.waiting == 0) return true;
    const Cycles from = room_from(moving, *next.queues);
    return from != never && from <= time;
}

// Whether what is booked last on a link is a train that gives way.
inline bool Network::can_cut(const Link& link, Cycles time) const noexcept {
    return link.free > time && link.train != nullptr && link.train->can_be_cut &&
           link.train->first_after(time + entry()) < link.train->pace.packets;
}

} // namespace sartor::machine::manycore
