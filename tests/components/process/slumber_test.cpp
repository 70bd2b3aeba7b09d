// Falling asleep and being roused in every order of the accesses: no wake-up is lost; a deadlock is told when
// nothing is under way, and never while something is.
#include "components/process/slumber.hpp"

#include <deque>

#include <gtest/gtest.h>

#include "tests/support/interleavings.hpp"

namespace {

using namespace sartor::test;
using sartor::process::Census;

struct ModelSleep : ModelAtomics {
    static void light_fence() noexcept {}
    static void heavy_fence() noexcept {}
    static void wait(ModelAtomic<std::uint32_t>& word, std::uint32_t value, std::int64_t) noexcept {
        Interleavings::active->park(word, value);
    }
    static void wake(ModelAtomic<std::uint32_t>& word) noexcept { Interleavings::active->wake(&word); }
};
using Slumber = sartor::process::Slumber<ModelSleep>;

// To whom a worker writes when it has read its first, second... letter.
using Plan = std::vector<std::vector<std::vector<int>>>;
enum class Fault { none, no_second_look, hasty_verdict };

class Office {
  public:
    Office(Plan plan, Fault fault) : plan_(std::move(plan)), fault_(fault) {
        for (const auto& worker : plan_)
            for (const auto& answers : worker) letters_ += static_cast<int>(answers.size());
    }

    std::string explore(int most_preemptions = Interleavings::unlimited) {
        Interleavings interleavings(most_preemptions);
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
    struct Desk {
        Slumber slumber;
        ModelAtomic<int> letters;
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
                answer(worker);
            else
                desk.slumber.sleep(
                    *census_, [&] { return fault_ != Fault::no_second_look && collect(desk); },
                    [&] {
                        if (is_over()) tell();
                    });
        }
    }

    static bool collect(Desk& desk) {
        if (desk.letters.load(std::memory_order_relaxed) == 0) return false;
        desk.in_hand += desk.letters.exchange(0, std::memory_order_acquire);
        return true;
    }

    void answer(std::size_t worker) {
        Desk& desk = desks_[worker];
        --desk.in_hand;
        handled_.fetch_add(1, std::memory_order_relaxed);
        if (desk.read == plan_[worker].size()) return;
        for (const int to : plan_[worker][desk.read++]) {
            Desk& other = desks_[static_cast<std::size_t>(to)];
            other.letters.fetch_add(1, std::memory_order_seq_cst);
            other.slumber.rouse();
        }
    }

    bool is_over() {
        const auto slumber_of = [this](int worker) -> const Slumber& {
            return desks_[static_cast<std::size_t>(worker)].slumber;
        };
        if (fault_ != Fault::hasty_verdict) return sartor::process::nothing_under_way(*census_, slumber_of);
        if (census_->idle.load(std::memory_order_seq_cst) != census_->workers) return false;
        for (int worker = 0; worker < census_->workers; ++worker)
            if (!slumber_of(worker).is_quiet()) return false;
        return true;
    }

    void tell() {
        Interleavings::active->expect(handled_.load(std::memory_order_relaxed) == letters_ + 1,
                                      "a deadlock is told while a letter is under way");
        over_.store(true, std::memory_order_relaxed);
        for (Desk& desk : desks_) desk.slumber.rouse();
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
const Plan three = {{{1, 2}}, {{2}}, {{}, {0}}};

TEST(Slumber, NoWakeUpIsLostBetweenTwo) {
    EXPECT_EQ(Office(to_and_fro, Fault::none).explore(3), "");
    EXPECT_EQ(Office(two_at_once, Fault::none).explore(3), "");
}
TEST(Slumber, NorAmongThree) {
    EXPECT_EQ(Office(three, Fault::none).explore(2), "");
}

// What the explorer is there for.
TEST(Slumber, WithoutASecondLookAWakeUpWouldBeLost) {
    EXPECT_NE(Office(to_and_fro, Fault::no_second_look).explore(3), "");
}
TEST(Slumber, LookingAtTheIdleFirstWouldTellOfADeadlockThatIsNone) {
    EXPECT_NE(Office(to_and_fro, Fault::hasty_verdict).explore(3), "");
}

} // namespace
