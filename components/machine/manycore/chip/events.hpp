// What happens on the machine, in order of virtual time; at the same time in the order in which it was
// planned.
#pragma once

#include "components/machine/manycore/array.hpp"
#include "components/machine/manycore/cycles.hpp"

namespace sartor::machine::manycore {

using Action = void (*)(void* object, Cycles now);

class Events {
  public:
    // Not before anything that has happened already.
    void plan(Cycles time, Action action, void* object) noexcept {
        planned_.push({time < now_ ? now_ : time, ++sequence_, action, object});
    }

    [[nodiscard]] bool empty() const noexcept { return planned_.empty(); }
    [[nodiscard]] Cycles next_time() const noexcept { return planned_.first().time; }
    [[nodiscard]] Cycles now() const noexcept { return now_; } // of the last event
    [[nodiscard]] std::uint64_t count() const noexcept { return sequence_; }

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
