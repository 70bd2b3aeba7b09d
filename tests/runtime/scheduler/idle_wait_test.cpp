// Falling asleep and being roused in every order of the accesses: no wake-up is lost; a deadlock is told when
// nothing is under way, and never while something is.
#include "runtime/scheduler/idle_wait.hpp"

#include <deque>

#include <gtest/gtest.h>

#include "tests/support/model_sleep.hpp"

namespace {

using namespace sartor::test;
using sartor::process::Census;

struct ModelSleepOfWorkers {
    using Events = sartor::process::EventCount<ModelSleep>;
    static bool sleep(Events& events, Events::Count so_far, std::int64_t limit) noexcept {
        events.sleep(so_far, limit);
        return false;
    }
    static void wake(Events& events) noexcept { events.wake(1); }
};
using IdleWait = sartor::process::IdleWait<ModelSleep, ModelSleepOfWorkers>;

// To whom a worker writes when it has read its first, second... letter.
using Plan = std::vector<std::vector<std::vector<int>>>;
enum class Fault { none, no_second_look, hasty_verdict };

class Office {
  public:
    Office(Plan plan, Fault fault, Fences fences = Fences::asymmetric)
        : plan_(std::move(plan)), fault_(fault) {
        ModelSleep::fences = fences;
        for (const auto& worker : plan_)
            for (const auto& replies : worker) letters_ += static_cast<int>(replies.size());
    }

    std::string explore(int most_preemptions,
                        Interleavings::Memory memory = Interleavings::Memory::unordered_stores) {
        Interleavings interleavings(most_preemptions, memory);
        std::vector<std::function<void()>> threads;
        for (std::size_t worker = 0; worker < plan_.size(); ++worker)
            threads.push_back([=, this] { work(worker); });
        const std::string error =
            interleavings.explore([this] { set_up(); }, threads, [this] { EXPECT_TRUE(over_.peek()); });
        std::printf("%lld interleavings%s%s\n", static_cast<long long>(interleavings.explored()),
                    error.empty() ? "" : ": ", error.c_str());
        return error;
    }

  private:
    // Letters come as messages do through fastbuffers: each sender counts its own, by plain stores.
    struct Letters {
        ModelAtomic<int> sent;
        int written = 0; // as the sender knows
        int taken = 0;   // as the receiver knows
    };
    struct Desk {
        IdleWait idle_wait;
        Letters from[Interleavings::most_threads];
        int in_hand = 0;
        std::size_t read = 0;
    };

    void set_up() {
        desks_.clear();
        for (std::size_t worker = 0; worker < plan_.size(); ++worker) desks_.emplace_back();
        census_.emplace();
        census_->workers = static_cast<int>(plan_.size());
        desks_[0].in_hand = 1;
        handled_.store(0, std::memory_order_relaxed);
        over_.store(false, std::memory_order_relaxed);
    }

    void work(std::size_t worker) {
        Desk& desk = desks_[worker];
        while (!over_.load(std::memory_order_relaxed)) {
            collect(desk);
            if (desk.in_hand > 0)
                reply(worker);
            else
                desk.idle_wait.sleep(
                    *census_, [&] { return fault_ != Fault::no_second_look && collect(desk); },
                    [&] {
                        if (is_over()) tell();
                    });
        }
    }

    bool collect(Desk& desk) {
        bool any = false;
        for (std::size_t sender = 0; sender < plan_.size(); ++sender) {
            if (&desks_[sender] == &desk) continue;
            Letters& letters = desk.from[sender];
            const int sent = letters.sent.load(std::memory_order_acquire);
            desk.in_hand += sent - letters.taken;
            any |= sent != letters.taken;
            letters.taken = sent;
        }
        return any;
    }

    void reply(std::size_t worker) {
        Desk& desk = desks_[worker];
        --desk.in_hand;
        handled_.fetch_add(1, std::memory_order_relaxed);
        if (desk.read == plan_[worker].size()) return;
        for (const int to : plan_[worker][desk.read++]) {
            Desk& other = desks_[static_cast<std::size_t>(to)];
            Letters& letters = other.from[worker];
            letters.sent.store(++letters.written, std::memory_order_release);
            other.idle_wait.rouse();
        }
    }

    bool is_over() {
        const auto idle_wait_of = [this](int worker) -> const IdleWait& {
            return desks_[static_cast<std::size_t>(worker)].idle_wait;
        };
        if (fault_ != Fault::hasty_verdict) return sartor::process::nothing_under_way(*census_, idle_wait_of);
        if (census_->idle.load(std::memory_order_seq_cst) != census_->workers) return false;
        for (int worker = 0; worker < census_->workers; ++worker)
            if (!idle_wait_of(worker).is_quiet()) return false;
        return true;
    }

    void tell() {
        Interleavings::active->expect(handled_.load(std::memory_order_relaxed) == letters_ + 1,
                                      "a deadlock is told while a letter is under way");
        over_.store(true, std::memory_order_relaxed);
        for (Desk& desk : desks_) desk.idle_wait.rouse();
    }

    Plan plan_;
    Fault fault_;
    std::deque<Desk> desks_;
    std::optional<Census<ModelSleep>> census_;
    int letters_ = 0;
    ModelAtomic<int> handled_;
    ModelAtomic<bool> over_;
};

const Plan to_and_fro = {{{1}, {1}}, {{0}}};
const Plan two_at_once = {{{1, 1}}, {{0}}};
const Plan three = {{{1, 2}}, {{2}}, {}};

using Memory = Interleavings::Memory;

TEST(IdleWait, NoWakeUpIsLostBetweenTwo) {
    for (const Fences fences : {Fences::asymmetric, Fences::symmetric}) {
        EXPECT_EQ(Office(to_and_fro, Fault::none, fences).explore(3), "");
        EXPECT_EQ(Office(two_at_once, Fault::none, fences).explore(3), "");
    }
}
TEST(IdleWait, NorAmongThree) {
    EXPECT_EQ(Office(three, Fault::none).explore(2), "");
}
TEST(IdleWait, NorWhereStoresDoNotWait) {
    EXPECT_EQ(Office(to_and_fro, Fault::none).explore(3, Memory::sequential), "");
    EXPECT_EQ(Office(two_at_once, Fault::none).explore(3, Memory::sequential), "");
}

// What the explorer is there for.
TEST(IdleWait, WithoutTheFenceOfAllThreadsAWakeUpWouldBeLost) {
    EXPECT_NE(Office(to_and_fro, Fault::none, Fences::of_the_sleeper_only).explore(3), "");
    EXPECT_EQ(Office(to_and_fro, Fault::none, Fences::of_the_sleeper_only).explore(3, Memory::sequential), "")
        << "only store buffers show it";
}
TEST(IdleWait, WithoutASecondLookAWakeUpWouldBeLost) {
    EXPECT_NE(Office(to_and_fro, Fault::no_second_look).explore(3), "");
}
TEST(IdleWait, LookingAtTheIdleFirstWouldTellOfADeadlockThatIsNone) {
    EXPECT_NE(Office(to_and_fro, Fault::hasty_verdict).explore(3), "");
}

} // namespace
