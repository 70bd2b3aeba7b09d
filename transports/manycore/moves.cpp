// Moves as jobs of the RDMA arbiters.
#include "transports/manycore/moves.hpp"

#include <new>

#include "emulation/array.hpp"
#include "transports/manycore/job_slots.hpp"

namespace sartor::channel::manycore {

using machine::manycore::Cycles;

namespace {

// What ranks see of other nodes' memories: made with the first move.
class Windows {
  public:
    [[nodiscard]] static Window& of(int rank, int node) noexcept {
        if (windows_ == nullptr) {
            ranks_ = process::size();
            windows_ = machine::manycore::allocate<OfRank>(static_cast<std::size_t>(ranks_));
            machine::manycore::at_end(&release);
        }
        Made& made = windows_[rank][node];
        if (made.window == nullptr)
            made.window = new (machine::manycore::allocate<Window>(1))
                Window(machine::manycore::chip(), machine::manycore::node_of(rank), node);
        return *made.window;
    }

  private:
    struct Made {
        Window* window;
    };
    using OfRank = machine::manycore::Sparse<Made>;

    // The windows themselves have no memory of their own.
    static void release() noexcept {
        for (int rank = 0; rank < ranks_; ++rank) {
            windows_[rank].for_each([](Made& made) { std::free(made.window); });
            windows_[rank].release();
        }
        std::free(windows_);
        windows_ = nullptr;
    }

    static inline OfRank* windows_ = nullptr;
    static inline int ranks_ = 0;
};

void start(Move& move, const process::Rank& target, bool is_get) noexcept {
    const int rank = process::current->number;
    const int node = machine::manycore::node_of(target.number);
    move.initiator = machine::manycore::node_of(rank);
    move.server = is_get ? node : move.initiator;
    JobSlots::take(move.initiator, move.server);
    move.job.bytes = bytes_on_network(move.bytes, move.packets);
    move.job.object = &move;
    move.job.arrived = [](void* object, Cycles) {
        const auto& there = *static_cast<Move*>(object);
        there.arrived(there.object);
    };
    move.job.complete = [](void* object, Cycles now) {
        const auto& done = *static_cast<Move*>(object);
        JobSlots::put_back(done.initiator, done.server, now);
        done.complete(done.object);
    };
    Window& window = Windows::of(rank, node);
    machine::manycore::Server core;
    const Cycles begun = machine::manycore::now();
    const Cycles posted = is_get ? window.get(move.job, core, begun) : window.put(move.job, core, begun);
    machine::manycore::charge(posted - begun);
    machine::manycore::count(machine::manycore::Way::dma, rank, target.number,
                             static_cast<std::size_t>(move.bytes));
}

} // namespace

void put(Move& move, const process::Rank& target) noexcept {
    start(move, target, false);
}
void get(Move& move, const process::Rank& target) noexcept {
    start(move, target, true);
}

} // namespace sartor::channel::manycore
