// Who goes next over a link: worms of different ports take turns, and those of one port go in their order.
#include "emulation/chip/queues.hpp"

namespace sartor::machine::manycore {

// What it leaves makes room for those behind the link before.
void Network::leave_queue(MovingWorm& moving, Cycles now) noexcept {
    if (moving.hop == 0) return;
    Queues::Port& port = links_[moving.link()].queues->ports[port_of(moving.link_before())];
    port.taken -= moving.worm.flits;
    port.left = now + moving.worm.flits;
    // While that link is taken, it is planned already who goes next.
    const Link& before = links_[moving.link_before()];
    if (before.waiting > 0 && before.is_free(now)) plan(moving.link_before(), now);
}

bool Network::can_start(const QueuedWorm& queued, Cycles now) const noexcept {
    const MovingWorm& moving = queued.moving;
    const Link& link = links_[moving.link()];
    return link.chance(now, moving.worm.flits) == now && has_room(moving, now) &&
           (moving.worm.sink == nullptr || !moving.is_last() || now >= link.free);
}

// In front of a link into the network, where those who wait are independent of each other: the first for
// which there is room behind the link. None goes before another that takes the same direction.
QueuedWorm* Network::choose_at_interface(Queues& queues, Cycles now) noexcept {
    Queues::Port& port = queues.ports[0];
    std::uint64_t blocked = 0;
    QueuedWorm* before = nullptr;
    for (QueuedWorm* one = port.first; one != nullptr && one->ready <= now; before = one, one = one->next) {
        // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): ports are numbered from 0
        const std::uint64_t direction = std::uint64_t{1} << port_of(one->moving.worm.route.links[1]);
        if ((blocked & direction) == 0 && can_start(*one, now)) {
            (before == nullptr ? port.first : before->next) = one->next;
            if (one == port.last) port.last = before;
            return one;
        }
        blocked |= direction;
    }
    return nullptr;
}

// Who goes next over a link that is free: takes it out of its queue.
QueuedWorm* Network::choose(int link, Cycles now) noexcept {
    Queues& queues = *links_[link].queues;
    if (enters(link)) return choose_at_interface(queues, now);
    const int count = ports();
    for (int index = 0, number = queues.turn; index < count; ++index, ++number) {
        if (number >= count) number = 0;
        Queues::Port& port = queues.ports[number];
        QueuedWorm* first = port.first;
        if (first == nullptr || first->ready > now || !can_start(*first, now)) continue;
        port.first = first->next;
        queues.turn = number + 1;
        return first;
    }
    return nullptr;
}

// When somebody is ready who is not yet; `never` if nobody is.
Cycles Network::next_ready(const Queues& queues, Cycles now) const noexcept {
    Cycles next = never;
    for (int number = 0; number < ports(); ++number) {
        const QueuedWorm* one = queues.ports[number].first;
        while (one != nullptr && one->ready <= now) one = one->next;
        if (one != nullptr && (next == never || one->ready < next)) next = one->ready;
    }
    return next;
}

// When a worm that leaves behind the link has made room for one of those that are ready; `never` if others
// have to leave first.
Cycles Network::next_room(const Queues& queues, Cycles now) const noexcept {
    Cycles next = never;
    for (int number = 0; number < ports(); ++number) {
        for (const QueuedWorm* one = queues.ports[number].first; one != nullptr && one->ready <= now;
             one = enters(queues.link) ? one->next : nullptr) {
            if (one->moving.is_last()) continue;
            const Link& behind = links_[one->moving.worm.route.links[one->moving.hop + 1]];
            const Cycles from = behind.waiting == 0 ? never : room_from(one->moving, *behind.queues);
            if (from > now && (next == never || from < next)) next = from;
        }
    }
    return next;
}

// Whether somebody is ready for whom a train gives way.
bool Network::is_asked_to_cut(const Queues& queues, Cycles now) const noexcept {
    for (int number = 0; number < ports(); ++number)
        for (const QueuedWorm* one = queues.ports[number].first; one != nullptr && one->ready <= now;
             one = one->next)
            if (!one->moving.takes_turns()) return true;
    return false;
}

void Network::arbitrate(int number, Cycles now) noexcept {
    Link& link = links_[number];
    if (link.waiting == 0) return;
    const bool is_train = can_cut(link, now);
    if (is_train && is_asked_to_cut(*link.queues, now)) cut(*link.train, now);
    // Between bookings there may be time for some of those who wait, and not for others.
    const bool is_free = link.is_free(now);
    QueuedWorm* chosen = is_free ? choose(number, now) : nullptr;
    if (chosen != nullptr) {
        --link.waiting;
        if (chosen->moving.takes_turns()) --link.turns;
        leave_queue(chosen->moving, now);
        go(chosen->moving, now, now);
        if (link.waiting > 0) plan(number, link.next_chance(now));
        return;
    }
    // Whoever makes room behind the link asks again.
    Cycles next = link.free > now ? link.next_chance(now) : never;
    if (is_free || is_train) {
        const Cycles ready = next_ready(*link.queues, now);
        if (ready != never && (next == never || ready < next)) next = ready;
    }
    if (is_free) {
        const Cycles room = next_room(*link.queues, now);
        if (room != never && (next == never || room < next)) next = room;
    }
    if (next != never) plan(number, next);
}

void Network::plan(int link, Cycles time) noexcept {
    Queues& queues = *links_[link].queues;
    if (queues.planned != never && queues.planned <= time) return;
    queues.planned = time;
    events_.plan(
        time,
        [](void* object, Cycles now) {
            auto& planned = *static_cast<Queues*>(object);
            if (planned.planned != now) return; // another time was planned since
            planned.planned = never;
            planned.network->arbitrate(planned.link, now);
        },
        &queues);
}

} // namespace sartor::machine::manycore
