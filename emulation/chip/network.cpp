// Worms go as far as links are free at once; where one is not, they wait for it by events (arbitration.cpp).
#include "emulation/chip/network.hpp"

#include <new>

#include "emulation/array.hpp"
#include "emulation/chip/queues.hpp"

namespace sartor::machine::manycore {

Network::Network(const Description& description, Events& events) noexcept
    : Routes(description), events_(events), entry_(description.router_cycles),
      step_(description.router_cycles + description.link_cycles),
      queued_(sizeof(QueuedWorm) + static_cast<std::size_t>(longest()) * sizeof(int)) {
    links_ = allocate<Link>(static_cast<std::size_t>(link_count()));
    const Cycles packet = description.packet_payload + description.packet_header;
    const std::int64_t payload = description.packet_payload * description.flit_bytes;
    longest_worm_ = (description.control_bytes + payload - 1) / payload * packet;
    capacity_ = description.router_queue > 2 * longest_worm_ ? description.router_queue : 2 * longest_worm_;
}

Network::~Network() {
    for (int link = 0; link < link_count(); ++link) std::free(links_[link].queues);
    std::free(links_);
}

Route Network::keep(const Route& route) noexcept {
    Route kept = route;
    auto* links = static_cast<int*>(queued_.take());
    for (int hop = 0; hop < route.length; ++hop) links[hop] = route.links[hop];
    kept.links = links;
    return kept;
}

void Network::release(const Route& route) noexcept {
    queued_.put_back(const_cast<int*>(route.links));
}

Queues& Network::queues_of(int link) noexcept {
    Link& there = links_[link];
    if (there.queues != nullptr) return *there.queues;
    const std::size_t size = sizeof(Queues) + static_cast<std::size_t>(ports() - 1) * sizeof(Queues::Port);
    there.queues = new (allocate<char>(size)) Queues; // NOLINT(clang-analyzer-cplusplus.PlacementNew)
    there.queues->network = this;
    there.queues->link = link;
    return *there.queues;
}

// A worm that has to wait gets memory of its own.
QueuedWorm& Network::stored(MovingWorm& moving) noexcept {
    if (moving.queued != nullptr) return *moving.queued;
    auto* queued = new (queued_.take()) QueuedWorm;
    auto* links = reinterpret_cast<int*>(queued + 1);
    for (int hop = moving.hop > 0 ? moving.hop - 1 : 0; hop < moving.worm.route.length; ++hop)
        links[hop] = moving.worm.route.links[hop];
    moving.worm.route.links = links;
    moving.queued = queued;
    queued->network = this;
    queued->moving = moving;
    return *queued;
}

// At `time`, in some cycles, without a wait as far as is known now.
inline bool Network::can_start_later(const MovingWorm& moving, Cycles time, Cycles now) const noexcept {
    const Link& link = links_[moving.link()];
    if (link.waiting > 0 || !link.is_open(time, now, step())) return false;
    return moving.is_last() ? moving.worm.sink == nullptr : has_room(moving, time);
}

void Network::send(const Worm& worm, Cycles now) noexcept {
    MovingWorm moving;
    moving.worm = worm;
    const Cycles time = now + entry();
    if (can_start_later(moving, time, now)) return go(moving, time, now);
    stop(stored(moving), time);
}

// Its head goes over the link in front at `time`, and over those behind as far as they are known to be free.
// Who comes to one of these earlier although it was sent later does not go first if it needs the time that is
// booked: that is rare on links that are free when they are booked.
void Network::go(MovingWorm& moving, Cycles time, Cycles now) noexcept {
    const Cycles flits = moving.worm.flits;
    const int* const route = moving.worm.route.links;
    const int last = moving.worm.route.length - 1;
    const int begin = moving.hop;
    if (begin == 0 && moving.worm.entered != nullptr) moving.worm.entered(moving.worm.object, time);
    if (begin == last) return finish(moving, time, now);
    const Cycles step = step_;
    Link* const links = links_;
    links[route[begin]].book(now, time, flits);
    bool stops = false;
    int hop = begin;
    for (;;) {
        links[route[hop]].busy += flits;
        time += step;
        Link& next = links[route[++hop]];
        stops = next.waiting > 0 || !next.is_open(time, now, step);
        if (stops || hop == last) break;
        if (links[route[hop + 1]].waiting > 0) {
            moving.hop = hop;
            stops = !has_room(moving, time);
            if (stops) break;
        }
        next.append(now, time, flits);
    }
    moving.hop = hop;
    if (moving.worm.sink != nullptr && hop == last) stops = true;
    flit_hops_ += flits * (moving.hop - begin);
    if (!stops) return finish(moving, time, now);
    queues_of(moving.link()).ports[port_of(moving.link_before())].taken += flits;
    stop(stored(moving), time);
}

// Its head is in front of a link from `time` on.
void Network::stop(QueuedWorm& queued, Cycles time) noexcept {
    const MovingWorm& moving = queued.moving;
    const int number = moving.link();
    Queues& queues = queues_of(number);
    Queues::Port& port = queues.ports[moving.hop == 0 ? 0 : port_of(moving.link_before())];
    queued.ready = time;
    queued.next = nullptr;
    (port.first == nullptr ? port.first : port.last->next) = &queued;
    port.last = &queued;
    Link& link = links_[number];
    ++link.waiting;
    if (moving.takes_turns()) ++link.turns;
    plan(number, can_cut(link, time) ? time : link.chance(time, moving.worm.flits));
}

// A memory that is slower than the link, or at work for others, holds the link.
void Network::finish(MovingWorm& moving, Cycles time, Cycles now) noexcept {
    const Worm& worm = moving.worm;
    Link& link = links_[moving.link()];
    Cycles tail = time + worm.flits;
    if (worm.sink != nullptr) {
        const Cycles done = worm.sink->serve(time, worm.sink_bytes, worm.sink_start);
        if (done > tail) tail = done;
    }
    link.book(now, time, tail - time);
    link.busy += worm.flits;
    flit_hops_ += worm.flits;
    if (worm.arrived != nullptr) events_.plan(tail + worm.route.outside, worm.arrived, worm.object);
    if (moving.queued != nullptr) queued_.put_back(moving.queued);
}

} // namespace sartor::machine::manycore
