// Trains are booked on all of their links at once, and give way when somebody else comes.
#include "emulation/chip/queues.hpp"

namespace sartor::machine::manycore {

int Train::first_after(Cycles latest) const noexcept {
    if (latest < head) return first;
    // The pace is even but for rounding.
    const Cycles guess = (latest - head) * pace.packets / (pace.flits * pace.packets + pace.lead);
    int packet = guess < pace.packets - first ? first + static_cast<int>(guess) : pace.packets - 1;
    while (packet > first && head_of(packet) > latest) --packet;
    while (packet < pace.packets && head_of(packet) <= latest) ++packet;
    return packet;
}

bool Network::send(Train& train, Cycles now) noexcept {
    const Cycles length = train.end() - train.head;
    for (int hop = 0; hop < train.route.length; ++hop) {
        const Link& link = links_[train.route.links[hop]];
        const Cycles time = train.head + hop * step();
        const int others = link.waiting - (hop == 0 && train.first > 0 ? link.turns : 0);
        if (others > 0 || !link.is_open(time, now, step())) return false;
    }
    const Cycles flits = train.flits_from(train.first);
    for (int hop = 0; hop < train.route.length; ++hop) {
        Link& link = links_[train.route.links[hop]];
        link.append(now, train.head + hop * step(), length);
        link.busy += flits;
        if (train.first + 1 < train.pace.packets) link.train = &train;
        if (link.waiting > 0) plan(train.route.links[hop], link.free);
    }
    train.can_be_cut = true;
    flit_hops_ += flits * train.route.length;
    return true;
}

// Packets that have left their sender go on as booked.
void Network::cut(Train& train, Cycles now) noexcept {
    const int first_left = train.first_after(now + entry());
    if (first_left >= train.pace.packets) return;
    const Cycles all = train.end();
    const Cycles end =
        first_left == train.first ? train.head : train.head_of(first_left - 1) + train.pace.flits;
    const Cycles flits = train.flits_from(first_left);
    for (int hop = 0; hop < train.route.length; ++hop) {
        const int number = train.route.links[hop];
        Link& link = links_[number];
        const Cycles shift = hop * step();
        link.busy -= flits;
        if (link.train != &train || link.free != all + shift) continue; // others are booked behind it
        link.shorten(train.head + shift, end + shift);
        if (link.waiting > 0) plan(number, link.free > now ? link.next_chance(now) : now);
    }
    flit_hops_ -= flits * train.route.length;
    train.can_be_cut = false;
    train.cut(train, first_left, now);
}

} // namespace sartor::machine::manycore
