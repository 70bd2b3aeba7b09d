// Shared hardware: servers that work at one job at a time, and resources of limited number.
#pragma once

#include "emulation/cycles.hpp"

namespace sartor::machine::manycore {

// Serves in the order in which it is used in virtual time.
struct Server {
    Cycles free = 0; // when it has finished all jobs that it has
    Cycles busy = 0; // how long it has worked in all

    // Returns when a job is done that arrives now.
    Cycles serve(Cycles now, Cycles work) noexcept {
        free = (now > free ? now : free) + work;
        busy += work;
        return free;
    }
};

// A memory off the chip: serves in the order in which it is used in virtual time, without a pause while there
// is something to do. Parts of cycles are not lost between jobs.
class Memory {
  public:
    explicit Memory(Rate rate = {}) noexcept : rate_(rate) {}

    // Returns when so many bytes that are asked for now are served; `more`: cycles besides.
    Cycles serve(Cycles now, std::int64_t bytes, Cycles more = 0) noexcept {
        if (free_ < now * rate_.numerator) free_ = now * rate_.numerator;
        free_ += bytes * rate_.denominator + more * rate_.numerator;
        return ready();
    }
    // When it has finished all jobs that it has.
    [[nodiscard]] Cycles ready() const noexcept { return (free_ + rate_.numerator - 1) / rate_.numerator; }
    [[nodiscard]] Cycles work(std::int64_t bytes) const noexcept { return cycles_for(bytes, rate_); }

  private:
    Rate rate_;
    std::int64_t free_ = 0; // in parts of a cycle: the rate's numerator of them
};

// Waits for one of a limited number: a link in a first-in, first-out list. It must exist until granted() is
// called.
struct Waiter {
    Waiter* next = nullptr;
    void (*granted)(Waiter& self, Cycles now) = nullptr;
};

// Credits, tags, micro-cores. If none is left one waits in line: back pressure, nothing is lost.
class Limited {
  public:
    explicit Limited(std::int64_t count = 0) noexcept : left_(count) {}

    // Calls granted(), now or when one was put back.
    void take(Waiter& waiter, Cycles now) noexcept {
        if (left_ > 0) {
            --left_;
            return waiter.granted(waiter, now);
        }
        ++waits_;
        waiter.next = nullptr;
        (first_ == nullptr ? first_ : last_->next) = &waiter;
        last_ = &waiter;
    }

    void put_back(Cycles now) noexcept {
        if (first_ == nullptr) {
            ++left_;
            return;
        }
        Waiter* waiter = first_;
        first_ = waiter->next;
        waiter->granted(*waiter, now);
    }

    [[nodiscard]] std::int64_t left() const noexcept { return left_; }
    [[nodiscard]] std::int64_t waits() const noexcept { return waits_; } // how often there was a wait

  private:
    std::int64_t left_;
    std::int64_t waits_ = 0;
    Waiter* first_ = nullptr;
    Waiter* last_ = nullptr;
};

} // namespace sartor::machine::manycore
