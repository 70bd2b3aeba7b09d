// When has a run of several processes come to its end, or to a deadlock? Process 0 counts in waves: it asks
// all processes whether they are quiet, and how many messages they have sent and received. If all are quiet
// in two waves, one after the other, and as many messages had been received at the first as had been sent at
// the second, then nothing was in flight in between, and nothing can happen any more (the four-counter
// method: Mattern, "Algorithms for distributed termination detection", Distributed Computing 2, 1987, section
// 3). Waves go down a binomial tree of processes, and sums go up: a process sends and receives at most
// 2 log2(processes) + 2 messages a wave.
#pragma once

#include <cstdint>
#include <pthread.h>

#include "transports/fabric/process_tree.hpp"

namespace sartor::channel::fabric {

// What a process says of itself in a wave, or the sums of several.
struct Count {
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
    std::uint32_t is_quiet = 1;
    std::uint32_t has_ended = 1; // all ranks
    std::uint32_t waits_for_other_runs = 0;
    std::uint32_t can_retract = 0; // a wait of a rank can end with an error

    void add(const Count& other) noexcept {
        sent += other.sent;
        received += other.received;
        is_quiet &= other.is_quiet;
        has_ended &= other.has_ended;
        waits_for_other_runs |= other.waits_for_other_runs;
        can_retract |= other.can_retract;
    }
};

// Of one process. Port: number() of this process, count() of those of the run, takes_part(process),
// has_left(process), for one that has said that its ranks have ended, had none below it then, and takes part
// no more; count_here(), which is consistent: nothing was sent or received while the process was found quiet;
// and what goes to another process: send_probe(process, wave), send_count(process, wave, count),
// send_ended(process, processes), send_over(process). Messages between two processes may overtake each other.
//
// take_...() and note_end() may be called from any thread; all other functions by one thread, which calls
// advance() after each of these.
template <class Port>
class Waves {
  public:
    enum class Found {
        nothing,
        end,
        deadlock,
        stillness // nothing happens unless another run comes
    };

    explicit Waves(const Port& port = {}) noexcept : port_(port) {}

    // What others have sent.
    void take_probe(int from, std::uint64_t wave) noexcept {
        const Lock lock(mutex_);
        if (wave <= wave_) return;
        wave_ = wave;
        asked_by_ = from;
        step_ = Step::probed;
    }
    void take_count(std::uint64_t wave, const Count& count) noexcept {
        const Lock lock(mutex_);
        if (step_ != Step::under_way || wave != wave_ || missing_ == 0) return;
        sum_.add(count);
        --missing_;
    }
    void take_ended(int processes) noexcept {
        const Lock lock(mutex_);
        ended_ += processes;
    }
    void take_over() noexcept {
        const Lock lock(mutex_);
        if (over_ == Over::no) over_ = Over::to_be_passed_on;
    }
    // All ranks of this process have ended.
    void note_end() noexcept { take_ended(1); }

    // Of process 0. Requires !is_under_way().
    void begin() noexcept { take_probe(port_.number(), wave_ + 1); }
    [[nodiscard]] bool is_under_way() noexcept {
        const Lock lock(mutex_);
        return step_ != Step::none;
    }
    // Of process 0: what is known from processes that have said so, before any wave.
    [[nodiscard]] bool all_have_ended() noexcept {
        const Lock lock(mutex_);
        return ended_ >= in_subtree();
    }
    // Of process 0: the sums of the last wave that is complete.
    [[nodiscard]] const Count& last() const noexcept { return last_; }

    // Sends what is due. What process 0 has found, once all replies of a wave are here. The wave of one
    // process alone is complete at once.
    Found advance() noexcept {
        pass_on_end();
        return advance_wave();
    }

  private:
    enum class Step { none, probed, under_way };
    enum class Over { no, to_be_passed_on, passed_on };

    class Lock {
      public:
        explicit Lock(pthread_mutex_t& mutex) noexcept : mutex_(mutex) { pthread_mutex_lock(&mutex_); }
        ~Lock() { pthread_mutex_unlock(&mutex_); }
        Lock(const Lock&) = delete;
        Lock& operator=(const Lock&) = delete;

      private:
        pthread_mutex_t& mutex_;
    };

    template <class Visit>
    void for_each_below(Visit visit) noexcept {
        fabric::for_each_below(port_.number(), port_.count(), takes_part(), visit);
    }
    [[nodiscard]] auto takes_part() const noexcept {
        return [this](int process) { return port_.takes_part(process); };
    }
    // Those that have left count as they did.
    [[nodiscard]] int in_subtree() const noexcept {
        const auto counts = [this](int process) {
            return port_.takes_part(process) || port_.has_left(process);
        };
        return count_in_subtree(port_.number(), port_.count(), counts);
    }
    [[nodiscard]] bool is_root() const noexcept { return port_.number() == 0; }

    void pass_on_end() noexcept {
        const Lock lock(mutex_);
        if (!is_root() && ended_ > passed_on_ && ended_ >= in_subtree()) {
            port_.send_ended(process_above(port_.number(), takes_part()), ended_ - passed_on_);
            passed_on_ = ended_;
        }
        if (over_ != Over::to_be_passed_on) return;
        over_ = Over::passed_on;
        for_each_below([&](int process) { port_.send_over(process); });
    }

    // True: all replies are here, and in `sum_`.
    bool collect() noexcept {
        const Lock lock(mutex_);
        if (step_ == Step::probed) {
            step_ = Step::under_way;
            sum_ = {};
            missing_ = 0;
            for_each_below([&](int process) {
                port_.send_probe(process, wave_);
                ++missing_;
            });
        }
        if (step_ != Step::under_way || missing_ > 0) return false;
        step_ = Step::none;
        return true;
    }

    Found advance_wave() noexcept {
        if (!collect()) return Found::nothing;
        Count all = sum_;
        all.add(port_.count_here());
        if (is_root()) return judge(all);
        port_.send_count(asked_by_, wave_, all);
        return Found::nothing;
    }

    Found judge(const Count& now) noexcept {
        const Count before = last_;
        last_ = now;
        const bool nothing_is_in_flight =
            before.is_quiet != 0 && now.is_quiet != 0 && before.received == now.sent;
        if (!nothing_is_in_flight) return Found::nothing;
        if (now.has_ended == 0) return now.waits_for_other_runs != 0 ? Found::stillness : Found::deadlock;
        take_over();
        pass_on_end();
        return Found::end;
    }

    Port port_;
    pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
    std::uint64_t wave_ = 0; // that this process takes part in, or has
    Step step_ = Step::none;
    int asked_by_ = 0;
    int missing_ = 0;
    Count sum_;
    Count last_{0, 0, 0, 0, 0};
    int ended_ = 0; // processes of this subtree
    int passed_on_ = 0;
    Over over_ = Over::no;
};

} // namespace sartor::channel::fabric
