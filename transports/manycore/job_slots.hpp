// Flow control of jobs for the RDMA and active message arbiters of nodes (AOS, section 5.3).
#pragma once

#include <cstdlib>

#include "emulation/ranks.hpp"
#include "emulation/sparse.hpp"
#include "runtime/process.hpp"

namespace sartor::channel::manycore {

// The jobs from one node to another that an arbiter has not done yet: as many as its FIFO holds (algorithm
// 1). A rank that finds it full blocks until a slot is free.
class JobSlots {
  public:
    static void take(int from, int to) noexcept {
        Grant grant;
        grant.rank = process::current->number;
        grant.waiter.granted = [](machine::manycore::Waiter& waiter, machine::manycore::Cycles now) {
            auto& granted = reinterpret_cast<Grant&>(waiter); // its first member
            granted.is_there = true;
            if (machine::manycore::in_event()) machine::manycore::resume(granted.rank, now);
        };
        of(from, to).take(grant.waiter, machine::manycore::now());
        while (!grant.is_there) process::block();
    }
    static void put_back(int from, int to, machine::manycore::Cycles now) noexcept {
        of(from, to).put_back(now);
    }

  private:
    struct Grant {
        machine::manycore::Waiter waiter;
        int rank = 0;
        bool is_there = false;
    };
    struct Fifo {
        machine::manycore::Limited slots;
        bool made;
    };
    using Fifos = machine::manycore::Sparse<Fifo>;

    static machine::manycore::Limited& of(int from, int to) noexcept {
        if (fifos == nullptr) {
            fifos = machine::manycore::allocate<Fifos>(
                static_cast<std::size_t>(machine::manycore::chip().description().nodes()));
            machine::manycore::at_end(&release);
        }
        Fifo& fifo = fifos[from][to];
        if (!fifo.made)
            fifo = {machine::manycore::Limited(machine::manycore::chip().description().job_slots), true};
        return fifo.slots;
    }
    static void release() noexcept {
        for (int node = 0; node < machine::manycore::chip().description().nodes(); ++node)
            fifos[node].release();
        std::free(fifos);
        fifos = nullptr;
    }

    static inline Fifos* fifos = nullptr; // by initiating node
};

} // namespace sartor::channel::manycore
