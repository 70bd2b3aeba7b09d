// Worms go as far as links are free at once; where one is not, they wait for it by events.
#include "components/machine/manycore/chip/network.hpp"

#include <new>

#include "components/machine/manycore/array.hpp"

namespace sartor::machine::manycore {

namespace {

constexpr Cycles never = -1;

} // namespace

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

struct Network::Chunk {
    Chunk* next;
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

int Train::first_after(Cycles latest) const noexcept {
    if (latest < head) return first;
    // The pace is even but for rounding.
    const Cycles guess = (latest - head) * pace.packets / (pace.flits * pace.packets + pace.lead);
    int packet = guess < pace.packets - first ? first + static_cast<int>(guess) : pace.packets - 1;
    while (packet > first && head_of(packet) > latest) --packet;
    while (packet < pace.packets && head_of(packet) <= latest) ++packet;
    return packet;
}

// ---- memory

Network::Network(const Description& description, Events& events) noexcept
    : Routes(description), events_(events), entry_(description.router_cycles),
      step_(description.router_cycles + description.link_cycles) {
    links_ = allocate<Link>(static_cast<std::size_t>(link_count()));
    const Cycles packet = description.packet_payload + description.packet_header;
    const std::int64_t payload = description.packet_payload * description.flit_bytes;
    longest_worm_ = (description.control_bytes + payload - 1) / payload * packet;
    capacity_ = description.router_queue > 2 * longest_worm_ ? description.router_queue : 2 * longest_worm_;
}

Network::~Network() {
    for (int link = 0; link < link_count(); ++link) std::free(links_[link].queues);
    std::free(links_);
    while (blocks_ != nullptr) {
        Chunk* block = blocks_;
        blocks_ = block->next;
        std::free(block);
    }
}

// Room for a queued worm and its route.
Network::Chunk* Network::take_chunk() noexcept {
    if (free_chunks_ == nullptr) {
        constexpr std::size_t at_once = 64;
        constexpr std::size_t unit = alignof(QueuedWorm);
        const std::size_t size =
            (sizeof(QueuedWorm) + static_cast<std::size_t>(longest()) * sizeof(int) + unit - 1) / unit * unit;
        auto* memory = allocate<char>(at_once * size + unit);
        auto* block = reinterpret_cast<Chunk*>(memory);
        block->next = blocks_;
        blocks_ = block;
        for (std::size_t index = 0; index < at_once; ++index) put_back(memory + unit + index * size);
    }
    Chunk* chunk = free_chunks_;
    free_chunks_ = chunk->next;
    return chunk;
}

void Network::put_back(void* chunk) noexcept {
    auto* freed = static_cast<Chunk*>(chunk);
    freed->next = free_chunks_;
    free_chunks_ = freed;
}

Route Network::keep(const Route& route) noexcept {
    Route kept = route;
    auto* links = reinterpret_cast<int*>(take_chunk());
    for (int hop = 0; hop < route.length; ++hop) links[hop] = route.links[hop];
    kept.links = links;
    return kept;
}

void Network::release(const Route& route) noexcept {
    put_back(const_cast<int*>(route.links));
}

Queues& Network::queues_of(int link) noexcept {
    Link& there = links_[link];
    if (there.queues != nullptr) return *there.queues;
    const std::size_t size = sizeof(Queues) + static_cast<std::size_t>(ports() - 1) * sizeof(Queues::Port);
    there.queues = new (allocate<char>(size)) Queues;
    there.queues->network = this;
    there.queues->link = link;
    return *there.queues;
}

// A worm that has to wait gets memory of its own.
QueuedWorm& Network::stored(MovingWorm& moving) noexcept {
    if (moving.queued != nullptr) return *moving.queued;
    auto* queued = new (take_chunk()) QueuedWorm;
    auto* links = reinterpret_cast<int*>(queued + 1);
    for (int hop = moving.hop > 0 ? moving.hop - 1 : 0; hop < moving.worm.route.length; ++hop)
        links[hop] = moving.worm.route.links[hop];
    moving.worm.route.links = links;
    moving.queued = queued;
    queued->network = this;
    queued->moving = moving;
    return *queued;
}

// ---- worms

// Whether the link in front leads into a ring, in which the worm will go on.
bool Network::enters_ring(const MovingWorm& moving) const noexcept {
    const int link = moving.link();
    return are_of_one_ring(link, moving.worm.route.links[moving.hop + 1]) &&
           !(moving.hop > 0 && are_of_one_ring(moving.link_before(), link));
}

// In the queue behind the link.
inline bool Network::has_room(const MovingWorm& moving, Cycles time) const noexcept {
    if (moving.is_last()) return true;
    const Link& next = links_[moving.worm.route.links[moving.hop + 1]];
    if (next.waiting == 0) return true;
    const Cycles from = room_from(moving, *next.queues);
    return from != never && from <= time;
}

// When there is room beside those that wait: flits of the worm that leaves make it one after the other.
// `never`: not before others leave.
Cycles Network::room_from(const MovingWorm& moving, const Queues& queues) const noexcept {
    const Queues::Port& port = queues.ports[port_of(moving.link())];
    if (port.taken == 0) return 0;
    const Cycles more = enters_ring(moving) ? longest_worm_ : 0;
    const Cycles spare = capacity_ - port.taken - moving.worm.flits - more;
    if (spare < 0) return never;
    return port.left > spare ? port.left - spare : 0;
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
    if (moving.queued != nullptr) put_back(moving.queued);
}

// ---- queues

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

bool Network::can_cut(const Link& link, Cycles time) const noexcept {
    return link.free > time && link.train != nullptr && link.train->can_be_cut &&
           link.train->first_after(time + entry()) < link.train->pace.packets;
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

// ---- trains

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

LinkUse Network::hottest() const noexcept {
    LinkUse hottest;
    for_each_link([&](const LinkUse& use) {
        if (use.busy > hottest.busy) hottest = use;
    });
    return hottest;
}

} // namespace sartor::machine::manycore
