// One-sided transfers between the memories of two nodes, as AOS does them (AOS, sections 5.1 and 5.3): the
// initiating core posts a job, a resource manager serves it, the DMA engine moves the data.
#pragma once

#include "components/machine/manycore/chip/chip.hpp"

namespace sartor::channel::manycore {

// One put or get under way. Lives until it is complete.
struct Job {
    machine::manycore::Transfer transfer;
    machine::manycore::Waiter turn;
    class Window* window = nullptr;
    std::int64_t bytes = 0;
    machine::manycore::Action complete = nullptr; // the initiator knows that the data are there
    void* object = nullptr;
};

// What an initiator sees of a segment in another node's memory. Its jobs are served in order, and complete in
// order: one transfer at a time.
class Window {
  public:
    Window(machine::manycore::Chip& chip, int initiator, int target) noexcept
        : chip_(chip), initiator_(initiator), target_(target), turn_(1) {}
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    // Returns when the initiating core is free again.
    machine::manycore::Cycles put(Job& job, machine::manycore::Server& core,
                                  machine::manycore::Cycles now) noexcept;
    machine::manycore::Cycles get(Job& job, machine::manycore::Server& core,
                                  machine::manycore::Cycles now) noexcept;

  private:
    void prepare(Job& job, int from, int to) noexcept;
    void serve(Job& job, int server, machine::manycore::Cycles now) noexcept;
    void take_turn(Job& job, machine::manycore::Cycles now) noexcept;

    machine::manycore::Chip& chip_;
    int initiator_;
    int target_;
    machine::manycore::Limited turn_;
};

} // namespace sartor::channel::manycore
