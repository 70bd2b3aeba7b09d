// An event count in every order of the accesses: nobody sleeps for ever. And against the clock and several
// threads of the system.
#include "runtime/scheduler/event_count.hpp"

#include <cstring>
#include <optional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/model_sleep.hpp"

namespace {

using namespace sartor::test;
using sartor::process::EventCount;
using Memory = Interleavings::Memory;

enum class Mistake { none, no_second_look, not_counted };

std::string explore(int most_preemptions, Memory memory, const std::function<void()>& set_up,
                    std::vector<std::function<void()>> threads, const std::function<void()>& check) {
    Interleavings interleavings(most_preemptions, memory);
    const std::string error = interleavings.explore(set_up, std::move(threads), check);
    std::printf("%lld interleavings%s%s\n", static_cast<long long>(interleavings.explored()),
                error.empty() ? "" : ": ", error.c_str());
    return error;
}

// ---- Producers that post by plain stores and notify one; consumers of whom any may take what was posted.
// The last piece is told to all.

class Market {
  public:
    Market(int producers, int consumers, int pieces, Mistake mistake = Mistake::none,
           Fences fences = Fences::asymmetric)
        : producers_(producers), consumers_(consumers), pieces_(pieces), mistake_(mistake) {
        ModelSleep::fences = fences;
    }

    std::string explore(int most_preemptions, Memory memory = Memory::unordered_stores) {
        std::vector<std::function<void()>> threads;
        for (int producer = 0; producer < producers_; ++producer)
            threads.push_back([=, this] { produce(producer); });
        for (int consumer = 0; consumer < consumers_; ++consumer)
            threads.push_back([=, this] { consume(consumer); });
        return ::explore(
            most_preemptions, memory, [this] { set_up(); }, threads,
            [this] { EXPECT_EQ(taken_.peek(), producers_ * pieces_); });
    }

  private:
    void set_up() {
        events_.emplace();
        taken_.store(0, std::memory_order_relaxed);
        for (auto& posted : posted_) posted.store(0, std::memory_order_relaxed);
        for (auto& taken : taken_of_) taken.store(0, std::memory_order_relaxed);
    }
    void produce(int producer) {
        for (int piece = 1; piece <= pieces_; ++piece) {
            posted_[producer].store(piece, std::memory_order_release);
            events_->notify_one();
        }
    }
    bool take() {
        bool any = false;
        for (int producer = 0; producer < producers_; ++producer) {
            int taken = taken_of_[producer].load(std::memory_order_relaxed);
            const int posted = posted_[producer].load(std::memory_order_acquire);
            while (taken < posted)
                if (taken_of_[producer].compare_exchange_weak(taken, posted, std::memory_order_acq_rel,
                                                              std::memory_order_relaxed)) {
                    any = true;
                    if (taken_.fetch_add(posted - taken, std::memory_order_acq_rel) + posted - taken ==
                        producers_ * pieces_)
                        events_->advance();
                    break;
                }
        }
        return any;
    }
    bool is_over() const { return taken_.load(std::memory_order_acquire) == producers_ * pieces_; }
    void consume(int) {
        while (!is_over())
            if (!take())
                events_->sleep_unless(
                    [this] { return mistake_ != Mistake::no_second_look && (is_over() || take()); }, -1);
    }

    int producers_;
    int consumers_;
    int pieces_;
    Mistake mistake_;
    std::optional<EventCount<ModelSleep>> events_;
    ModelAtomic<int> posted_[Interleavings::most_threads];
    ModelAtomic<int> taken_of_[Interleavings::most_threads];
    ModelAtomic<int> taken_;
};

TEST(EventCount, NotifyingOneLosesNothing) {
    for (const Fences fences : {Fences::asymmetric, Fences::symmetric}) {
        EXPECT_EQ(Market(1, 1, 2, Mistake::none, fences).explore(3), "");
        EXPECT_EQ(Market(1, 2, 2, Mistake::none, fences).explore(2), "");
        EXPECT_EQ(Market(2, 1, 1, Mistake::none, fences).explore(2), "");
    }
}
TEST(EventCount, WithoutTheFenceOfAllThreadsAnEventWouldBeLost) {
    EXPECT_NE(Market(1, 1, 1, Mistake::none, Fences::of_the_sleeper_only).explore(3), "");
}
TEST(EventCount, WithoutASecondLookAnEventWouldBeLost) {
    EXPECT_NE(Market(1, 1, 1, Mistake::no_second_look).explore(3), "");
}

// ---- Threads that wait until a number has grown; advance() needs no fence of the sleepers'.

std::string wait_for_numbers(int sleepers, int most_preemptions, Mistake mistake) {
    std::optional<EventCount<ModelSleep>> events;
    ModelAtomic<int> number;
    std::vector<std::function<void()>> threads;
    threads.emplace_back([&] {
        for (int value = 1; value <= 2; ++value) {
            number.store(value, std::memory_order_release);
            if (mistake != Mistake::not_counted) events->advance();
        }
    });
    for (int sleeper = 1; sleeper <= sleepers; ++sleeper)
        threads.emplace_back([&, sleeper] {
            const int wanted = 1 + sleeper % 2;
            events->wait_until([&] { return number.load(std::memory_order_acquire) >= wanted; });
        });
    ModelSleep::fences = Fences::of_the_sleeper_only;
    return explore(
        most_preemptions, Memory::unordered_stores,
        [&] {
            events.emplace();
            number.store(0, std::memory_order_relaxed);
        },
        threads, [&] { EXPECT_FALSE(events->is_awaited()); });
}

TEST(EventCount, AdvancingWakesAll) {
    EXPECT_EQ(wait_for_numbers(1, 4, Mistake::none), "");
    EXPECT_EQ(wait_for_numbers(2, 2, Mistake::none), "");
}
TEST(EventCount, WithoutAdvancingAThreadSleepsForEver) {
    EXPECT_NE(wait_for_numbers(1, 2, Mistake::not_counted), "");
}

// ---- With the system's own sleep

TEST(EventCount, KnowsWhetherSomebodyIsToBeWoken) {
    EventCount<> events;
    EXPECT_FALSE(events.is_awaited());
    EXPECT_FALSE(events.disarm()) << "nobody is there";
    const auto so_far = events.prepare();
    EXPECT_TRUE(events.is_awaited());
    EXPECT_EQ(events.count(), so_far);
    EXPECT_TRUE(events.disarm());
    EXPECT_NE(events.count(), so_far);
    EXPECT_FALSE(events.disarm()) << "it is told already";
    events.end();
    EXPECT_FALSE(events.is_awaited());
}
TEST(EventCount, OthersAreStillAwaitedWhenOneEnds) {
    EventCount<> events;
    static_cast<void>(events.prepare());
    const auto of_second = events.prepare();
    EXPECT_TRUE(events.disarm());
    events.end();
    EXPECT_TRUE(events.is_awaited()) << "the second one sleeps";
    EXPECT_NE(events.count(), of_second);
    events.end();
    EXPECT_FALSE(events.is_awaited());
}
TEST(EventCount, OneThatEndsByItselfIsNotCounted) {
    EventCount<> events;
    const auto before = events.count();
    events.sleep_unless([] { return true; }, -1);
    events.sleep_unless([] { return false; }, 1000);
    EXPECT_EQ(events.count(), before);
}
TEST(EventCount, TheCountMayOverflow) {
    EventCount<> events;
    constexpr std::uint32_t last = ~1U;
    std::memcpy(static_cast<void*>(&events), &last, sizeof last);
    EXPECT_EQ(events.prepare(), last);
    EXPECT_TRUE(events.count_one());
    EXPECT_EQ(events.count(), 0U);
    events.end();
    EXPECT_FALSE(events.is_awaited());
}
TEST(EventCount, WaitsUntilTheTimeIsOver) {
    EventCount<> events;
    const std::int64_t begun = sartor::process::RealSleep::time();
    EXPECT_FALSE(events.wait_until([] { return false; }, 2'000'000));
    EXPECT_GE(sartor::process::RealSleep::time() - begun, 2'000'000);
}
TEST(EventCount, ManyThreadsPassATurnAround) {
    constexpr int threads = 5;
    constexpr int turns = 2000;
    EventCount<> events;
    std::atomic<int> turn{0};
    std::vector<std::thread> all;
    for (int number = 0; number < threads; ++number)
        all.emplace_back([&, number] {
            for (int own = number; own < turns; own += threads) {
                events.wait_until([&] { return turn.load() == own; });
                turn.store(own + 1);
                events.advance();
            }
        });
    for (std::thread& one : all) one.join();
    EXPECT_EQ(turn.load(), turns);
    EXPECT_FALSE(events.is_awaited());
}

} // namespace
