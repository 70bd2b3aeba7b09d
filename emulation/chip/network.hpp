// A network on chip: routers that forward worms whole, links that these share in turns.
//
// A router has a queue for each pair of an incoming and an outgoing link. A worm's head is forwarded as soon
// as the link is free and the next queue has room for all of it, and the rest follows (virtual cut-through:
// Kermani and Kleinrock, 1979; wormhole switching with queues that hold packets). Worms of different incoming
// links take turns at an outgoing one (round robin). Who enters a ring of a torus needs room for one worm
// more, so that the ring's worms can always move (bubble flow control: Carrion et al., 1997). A worm that
// leaves a queue makes room flit by flit; the way back of credits takes no time. docs/machines.md has what
// this model was compared with.
#pragma once

#include "emulation/chip/events.hpp"
#include "emulation/chip/interconnect.hpp"
#include "emulation/chip/link.hpp"
#include "emulation/chip/pool.hpp"
#include "emulation/chip/resources.hpp"
#include "emulation/chip/routes.hpp"
#include "emulation/chip/train.hpp"

namespace sartor::machine::manycore {

class Network;
struct MovingWorm; // a worm under way
struct QueuedWorm; // the same, in memory of its own

// A worm: the flits that go over each link of a route without a gap.
struct Worm {
    Route route;
    Cycles flits = 0;
    // Called when it is known when the head goes over the first link: now or later.
    void (*entered)(void* object, Cycles head) noexcept = nullptr;
    Action arrived = nullptr; // an event when its tail is there; may be null
    void* object = nullptr;
    // The memory off the chip that takes it in: null for one that is as fast as a link.
    Memory* sink = nullptr;
    std::int64_t sink_bytes = 0; // for which the memory has no appointment yet
    Cycles sink_start = 0;       // what the memory needs besides
    bool takes_turns = false;    // with transfers of the same interface: bursts of these are not interrupted
};

// Deterministic. O(hops) for each worm while no other is on its way, otherwise an event at each link where it
// has to wait.
class Network : public Routes {
  public:
    Network(const Description& description, Events& events) noexcept;
    Network(const Network&) = delete;
    Network& operator=(const Network&) = delete;
    ~Network();

    // A worm that is ready at `now`, of a route that was found last or is kept.
    void send(const Worm& worm, Cycles now) noexcept;
    // The same between two nodes.
    void send(Cycles now, int from, int to, Cycles flits, Action arrived, void* object) noexcept {
        Worm worm;
        worm.route = find(from, to);
        worm.flits = flits;
        worm.arrived = arrived;
        worm.object = object;
        send(worm, now);
    }

    // A train whose head, route and pace are set: books all its links if nobody else uses them meanwhile.
    [[nodiscard]] bool send(Train& train, Cycles now) noexcept;

    // A copy of a route for as long as it is needed.
    [[nodiscard]] Route keep(const Route& route) noexcept;
    void release(const Route& route) noexcept;

    // The flits of the longest that is not split: a control message. A queue has room for two at least.
    [[nodiscard]] Cycles longest_worm() const noexcept { return longest_worm_; }
    // From a sender to its first link, and from link to link.
    [[nodiscard]] Cycles entry() const noexcept { return entry_; }
    [[nodiscard]] Cycles step() const noexcept { return step_; }

    [[nodiscard]] LinkUse use_of(int link) const noexcept {
        return {source_of(link), target_of(link), links_[link].busy};
    }
    [[nodiscard]] Cycles busy(int link) const noexcept { return links_[link].busy; }
    // The flits that went over links, each counted at each link.
    [[nodiscard]] std::int64_t flit_hops() const noexcept { return flit_hops_; }

  private:
    [[nodiscard]] Queues& queues_of(int link) noexcept;
    [[nodiscard]] bool enters_ring(const MovingWorm& moving) const noexcept;
    [[nodiscard]] bool has_room(const MovingWorm& moving, Cycles time) const noexcept;
    [[nodiscard]] Cycles room_from(const MovingWorm& moving, const Queues& queues) const noexcept;
    [[nodiscard]] bool can_start(const QueuedWorm& queued, Cycles now) const noexcept;
    [[nodiscard]] bool can_start_later(const MovingWorm& moving, Cycles time, Cycles now) const noexcept;
    void stop(QueuedWorm& queued, Cycles time) noexcept;
    [[nodiscard]] QueuedWorm& stored(MovingWorm& moving) noexcept;
    void go(MovingWorm& moving, Cycles time, Cycles now) noexcept;
    void finish(MovingWorm& moving, Cycles time, Cycles now) noexcept;
    void leave_queue(MovingWorm& moving, Cycles now) noexcept;
    [[nodiscard]] QueuedWorm* choose(int link, Cycles now) noexcept;
    [[nodiscard]] QueuedWorm* choose_at_interface(Queues& queues, Cycles now) noexcept;
    [[nodiscard]] Cycles next_room(const Queues& queues, Cycles now) const noexcept;
    [[nodiscard]] Cycles next_ready(const Queues& queues, Cycles now) const noexcept;
    [[nodiscard]] bool is_asked_to_cut(const Queues& queues, Cycles now) const noexcept;
    [[nodiscard]] bool can_cut(const Link& link, Cycles time) const noexcept;
    void arbitrate(int link, Cycles now) noexcept;
    void plan(int link, Cycles time) noexcept;
    void cut(Train& train, Cycles now) noexcept;

    Events& events_;
    Cycles entry_;
    Cycles step_;
    Link* links_ = nullptr;
    std::int64_t flit_hops_ = 0;
    Cycles longest_worm_;
    Cycles capacity_; // of a queue, in flits
    Pool queued_;     // worms with their routes, and routes that are kept
};

} // namespace sartor::machine::manycore
