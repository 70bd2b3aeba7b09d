#include "emulation/noc/programs.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <tuple>
#include <vector>

#include "emulation/noc/chip.hpp"

namespace sartor::machine::noc {

namespace {

// When something happens next: an event of a program, or a request that gets to its interface.
struct Next {
    Cycles time;
    int core;
    int read; // the event whose request it is; -1: the program's next event
    bool operator>(const Next& other) const {
        return std::tie(time, core, read) > std::tie(other.time, other.core, other.read);
    }
};

class Play {
  public:
    Play(const Description& description, std::vector<Program>& programs)
        : description_(description), programs_(programs), states_(programs.size()), chip_(description) {}

    Played run() {
        for (std::size_t core = 0; core < programs_.size(); ++core)
            if (!programs_[core].events.empty())
                next_.push({programs_[core].events.front().gap, static_cast<int>(core), -1});
        Cycles now = 0;
        while (!next_.empty() || !chip_.is_idle()) {
            if (chip_.is_idle()) now = std::max(now, next_.top().time);
            while (!next_.empty() && next_.top().time <= now) happen(now);
            const Cycles next = chip_.step(now);
            for (std::size_t index = 0; index < chip_.arrivals().size(); ++index)
                arrived(chip_.arrivals()[index]);
            now = next_.empty() ? next : std::min(next, std::max(next_.top().time, now + 1));
        }
        played_.flits = chip_.moved();
        return played_;
    }

  private:
    struct State {
        std::size_t event = 0;
        int outstanding = 0;                                  // packets of data
        Cycles last = std::numeric_limits<Cycles>::min() / 2; // when the last arrived
        bool waits = false;
    };

    void happen(Cycles now) {
        const Next next = next_.top();
        next_.pop();
        Program& program = programs_[static_cast<unsigned>(next.core)];
        if (next.read < 0) return go_on(program, next.core, now);
        const Event& event = program.events[static_cast<unsigned>(next.read)];
        chip_.read(event.network, program.node, event.target, event.bytes, next.core);
    }

    // The event that is due happens, unless it is a barrier that has to wait.
    void go_on(Program& program, int core, Cycles now) {
        State& state = states_[static_cast<unsigned>(core)];
        Event& event = program.events[state.event];
        if (event.kind == Kind::barrier) {
            state.waits = state.outstanding > 0;
            if (state.waits) return;
            const Cycles end = state.last + description_.complete_cycles;
            if (end > now) return next_.push({end, core, -1});
        }
        event.time = now;
        played_.length = std::max(played_.length, now);
        if (event.kind == Kind::read) issue(event, state, core, now);
        if (++state.event == program.events.size()) return;
        const Event& following = program.events[state.event];
        next_.push({following.kind == Kind::barrier ? now : now + following.gap, core, -1});
    }

    void issue(const Event& event, State& state, int core, Cycles now) {
        state.outstanding += chip_.packets_of(event.bytes);
        ++played_.reads;
        next_.push({now + description_.issue_cycles, core, static_cast<int>(state.event)});
    }

    void arrived(const Chip::Arrival& arrival) {
        State& state = states_[static_cast<unsigned>(arrival.owner)];
        state.last = std::max(state.last, arrival.time);
        if (--state.outstanding > 0 || !state.waits) return;
        state.waits = false;
        next_.push({arrival.time + description_.complete_cycles, arrival.owner, -1});
    }

    const Description& description_;
    std::vector<Program>& programs_;
    std::vector<State> states_;
    Chip chip_;
    std::priority_queue<Next, std::vector<Next>, std::greater<>> next_;
    Played played_;
};

} // namespace

Played play(const Description& description, std::vector<Program>& programs) {
    return Play(description, programs).run();
}

} // namespace sartor::machine::noc
