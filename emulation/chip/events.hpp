// What happens on the machine, in order of virtual time; at the same time in the order in which it was
// planned.
#pragma once

#include "emulation/array.hpp"
#include "emulation/cycles.hpp"

namespace sartor::machine::manycore {

// What an event does, at its time. It must not block.
using Action = void (*)(void* object, Cycles now);

// The queue of events: in order of virtual time, at the same time in the order in which they were planned, so
// that runs are repeatable. plan() and run_next() take O(log n).
class Events {
  public:
    // Not before any event that has happened already: an earlier time becomes that of the last event.
    void plan(Cycles time, Action action, void* object) noexcept {
        planned_.push({time < now_ ? now_ : time, ++sequence_, action, object});
    }

    [[nodiscard]] bool empty() const noexcept { return planned_.empty(); }
    [[nodiscard]] Cycles next_time() const noexcept { return planned_.first().time; }
    [[nodiscard]] Cycles now() const noexcept { return now_; } // of the last event
    [[nodiscard]] std::uint64_t count() const noexcept { return sequence_; }

    // Requires that the queue is not empty. The action may plan events.
    void run_next() noexcept {
        const Event event = planned_.first();
        planned_.pop();
        now_ = event.time;
        event.action(event.object, event.time);
    }

  private:
    struct Event {
        Cycles time;
        std::uint64_t sequence;
        Action action;
        void* object;

        bool operator<(const Event& other) const noexcept {
            return time != other.time ? time < other.time : sequence < other.sequence;
        }
    };

    Heap<Event> planned_;
    std::uint64_t sequence_ = 0;
    Cycles now_ = 0;
};

} // namespace sartor::machine::manycore
