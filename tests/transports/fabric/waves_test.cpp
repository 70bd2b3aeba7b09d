// Waves of many processes in one thread: messages of the run and of the waves arrive in random order.
#include "transports/fabric/waves.hpp"

#include <algorithm>
#include <bit>
#include <deque>
#include <gtest/gtest.h>
#include <random>
#include <utility>
#include <vector>

namespace sartor::channel::fabric {
namespace {

class Simulation;

struct FakePort {
    Simulation* run;
    int own;

    [[nodiscard]] int number() const noexcept { return own; }
    [[nodiscard]] int count() const noexcept;
    [[nodiscard]] bool takes_part(int process) const noexcept;
    [[nodiscard]] bool has_left(int process) const noexcept;
    [[nodiscard]] Count count_here() const noexcept;
    void send_probe(int process, std::uint64_t wave) const noexcept;
    void send_count(int process, std::uint64_t wave, const Count& count) const noexcept;
    void send_ended(int process, int processes) const noexcept;
    void send_over(int process) const noexcept;
};

struct Message {
    enum class Kind { of_ranks, probe, count, ended, over };
    Kind kind;
    int from;
    int to;
    std::uint64_t number;
    Count count;
};

// A process with one rank: while it runs it may send, and then it waits for a message, or has ended.
struct Process {
    explicit Process(Simulation& run, int number) : waves(FakePort{&run, number}) {}

    Waves<FakePort> waves;
    bool runs = true;
    bool is_over = false;
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
    int control_messages = 0; // sent and received
};

class Simulation {
  public:
    using Found = Waves<FakePort>::Found;

    // Of `processes`, the absent ones take no part. `ends`: ranks end, instead of waiting for ever.
    Simulation(int processes, unsigned seed, bool ends, std::vector<int> absent = {})
        : random_(seed), ends_(ends), absent_(static_cast<std::size_t>(processes)),
          left_(static_cast<std::size_t>(processes)), to_send_(20 + 2 * processes) {
        for (const int process : absent) absent_[static_cast<std::size_t>(process)] = true;
        for (int number = 0; number < processes; ++number) {
            processes_.emplace_back(*this, number);
            processes_.back().runs = takes_part(number);
            if (takes_part(number)) running_.push_back(number);
        }
    }

    // Until process 0 has found something. False: it has not, in time.
    bool find() {
        for (long steps = 0; found_ == Found::nothing; ++steps) {
            if (steps > 2'000'000L + 2000L * size()) return false;
            step();
        }
        return true;
    }
    // What is in flight arrives.
    void settle() {
        while (!in_flight_.empty()) deliver();
    }

    [[nodiscard]] Found found() const { return found_; }
    [[nodiscard]] int waves() const { return waves_; }
    [[nodiscard]] bool is_at_rest() const {
        return running_.empty() && std::ranges::none_of(in_flight_, [](const Message& one) {
                   return one.kind == Message::Kind::of_ranks;
               });
    }
    [[nodiscard]] int most_control_messages() const {
        return std::ranges::max_element(processes_, {}, &Process::control_messages)->control_messages;
    }
    [[nodiscard]] bool all_know_the_end() const {
        for (int number = 1; number < size(); ++number)
            if (takes_part(number) && !processes_[static_cast<std::size_t>(number)].is_over) return false;
        return true;
    }

    // The rank of process 1 waits for another run.
    void wait_for_other_runs() { waits_for_other_runs_ = true; }
    void let_ranks_end() { ends_ = true; }
    // All ranks of a process have ended, and it says so.
    void note_end(int number) {
        process(number).waves.note_end();
        note(process(number).waves.advance());
        settle();
    }
    // Requires that it has said so, and that all is at rest.
    void leave(int number) {
        sent_by_left_ += process(number).sent;
        received_by_left_ += process(number).received;
        left_[static_cast<std::size_t>(number)] = true;
    }
    // The rank of process 0 runs again, and so many messages are sent.
    void go_on(int messages) {
        found_ = Found::nothing;
        to_send_ = messages;
        process(0).runs = true;
        running_.push_back(0);
    }
    [[nodiscard]] Count count_of(int number) {
        const Process& one = process(number);
        const bool counts_left = number == 0;
        return {one.sent + (counts_left ? sent_by_left_ : 0),
                one.received + (counts_left ? received_by_left_ : 0), one.runs ? 0U : 1U,
                !one.runs && ends_ ? 1U : 0U, waits_for_other_runs_ && number == 1 ? 1U : 0U};
    }

    [[nodiscard]] int size() const { return static_cast<int>(absent_.size()); }
    [[nodiscard]] bool has_all() const { return std::ranges::find(absent_, true) == absent_.end(); }
    [[nodiscard]] bool takes_part(int process) const {
        return !absent_[static_cast<std::size_t>(process)] && !has_left(process);
    }
    [[nodiscard]] bool has_left(int process) const { return left_[static_cast<std::size_t>(process)]; }
    [[nodiscard]] Process& process(int number) { return processes_[static_cast<std::size_t>(number)]; }
    void send(const Message& message) {
        EXPECT_TRUE(takes_part(message.to));
        if (message.kind != Message::Kind::of_ranks) ++process(message.from).control_messages;
        in_flight_.push_back(message);
    }

  private:
    int below(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }

    void step() {
        const int choice = below(8);
        if (choice == 0)
            look();
        else if (choice < 4 && !running_.empty())
            let_one_run();
        else if (!in_flight_.empty())
            deliver();
    }

    // Of process 0, at any time.
    void look() {
        note(process(0).waves.advance());
        if (found_ != Found::nothing || process(0).waves.is_under_way()) return;
        ++waves_;
        process(0).waves.begin();
        note(process(0).waves.advance());
    }

    void note(Found found) {
        if (found == Found::nothing) return;
        found_ = found;
        EXPECT_TRUE(is_at_rest()) << "found too early";
    }

    void let_one_run() {
        const auto index = static_cast<std::size_t>(below(static_cast<int>(running_.size())));
        const int number = running_[index];
        const int choice = below(4);
        if (choice == 0) return; // it computes
        if (choice < 3 && to_send_ > 0 && send_somewhere(number)) return;
        running_[index] = running_.back();
        running_.pop_back();
        process(number).runs = false;
    }

    bool send_somewhere(int from) {
        const int to = below(size());
        if (!takes_part(to)) return false;
        --to_send_;
        ++process(from).sent;
        send({Message::Kind::of_ranks, from, to, 0, {}});
        return true;
    }

    void deliver() {
        const auto index = static_cast<std::size_t>(below(static_cast<int>(in_flight_.size())));
        const Message message = in_flight_[index];
        in_flight_[index] = in_flight_.back();
        in_flight_.pop_back();
        take(process(message.to), message);
    }

    void take(Process& to, const Message& message) {
        if (message.kind == Message::Kind::of_ranks) return take_of_ranks(to, message.to);
        ++to.control_messages;
        if (message.kind == Message::Kind::probe) to.waves.take_probe(message.from, message.number);
        if (message.kind == Message::Kind::count) to.waves.take_count(message.number, message.count);
        if (message.kind == Message::Kind::ended) to.waves.take_ended(static_cast<int>(message.number));
        if (message.kind == Message::Kind::over) {
            to.waves.take_over();
            to.is_over = true;
        }
        note(to.waves.advance());
    }

    void take_of_ranks(Process& to, int number) {
        ++to.received;
        if (!std::exchange(to.runs, true)) running_.push_back(number);
    }

    std::mt19937 random_;
    bool ends_;
    std::vector<bool> absent_;
    std::vector<bool> left_;
    bool waits_for_other_runs_ = false;
    std::uint64_t sent_by_left_ = 0;
    std::uint64_t received_by_left_ = 0;
    int to_send_; // messages
    std::deque<Process> processes_;
    std::vector<int> running_;
    std::vector<Message> in_flight_;
    Found found_ = Found::nothing;
    int waves_ = 0;
};

int FakePort::count() const noexcept {
    return run->size();
}
bool FakePort::takes_part(int process) const noexcept {
    return run->takes_part(process);
}
bool FakePort::has_left(int process) const noexcept {
    return run->has_left(process);
}
Count FakePort::count_here() const noexcept {
    return run->count_of(own);
}
void FakePort::send_probe(int process, std::uint64_t wave) const noexcept {
    run->send({Message::Kind::probe, own, process, wave, {}});
}
void FakePort::send_count(int process, std::uint64_t wave, const Count& count) const noexcept {
    run->send({Message::Kind::count, own, process, wave, count});
}
void FakePort::send_ended(int process, int processes) const noexcept {
    run->send({Message::Kind::ended, own, process, static_cast<std::uint64_t>(processes), {}});
}
void FakePort::send_over(int process) const noexcept {
    run->send({Message::Kind::over, own, process, 0, {}});
}

// A process has at most log2(P) below it and one above: a probe and its reply with each of them, in a wave;
// and the end goes along each of these once.
int most_messages(int processes, int waves) {
    const int neighbours = static_cast<int>(std::bit_width(static_cast<unsigned>(processes - 1))) + 1;
    return 2 * neighbours * waves + neighbours;
}

void check(int processes, unsigned seed, bool ends, std::vector<int> absent = {}) {
    SCOPED_TRACE(testing::Message() << processes << " processes, seed " << seed
                                    << (ends ? ", end" : ", deadlock"));
    Simulation run(processes, seed, ends, std::move(absent));
    ASSERT_TRUE(run.find()) << "not found";
    EXPECT_EQ(run.found(), ends ? Simulation::Found::end : Simulation::Found::deadlock);
    run.settle();
    EXPECT_EQ(run.all_know_the_end(), ends || processes == 1);
    if (run.has_all()) {
        EXPECT_LE(run.most_control_messages(), most_messages(processes, run.waves()));
    }
}

TEST(Waves, FindDeadlocksAndEndsOfFewProcesses) {
    for (const int processes : {1, 2, 3, 5, 8, 13})
        for (unsigned seed = 0; seed < 1000; ++seed) check(processes, seed, seed % 2 == 0);
}

TEST(Waves, FindDeadlocksAndEndsOfManyProcesses) {
    for (unsigned seed = 0; seed < 50; ++seed) check(200, seed, seed % 2 == 0);
    for (unsigned seed = 0; seed < 10; ++seed) check(6400, seed, seed % 2 == 0);
}

TEST(Waves, LeaveOutProcessesThatTakeNoPart) {
    for (unsigned seed = 0; seed < 100; ++seed) check(20, seed, seed % 2 == 0, {4, 6, 8, 12, 19});
}

// Each process says it once to the one above, which waits for its subtree.
TEST(Waves, SayAlongTheTreeThatAllHaveEnded) {
    Simulation run(6400, 1, true);
    for (int number = 0; number < run.size(); ++number) {
        if (number % 100 == 0) {
            EXPECT_FALSE(run.process(0).waves.all_have_ended());
        }
        run.process(number).waves.note_end();
        if (number > 0) run.process(number).waves.advance();
    }
    run.settle();
    EXPECT_TRUE(run.process(0).waves.all_have_ended());
    EXPECT_LE(run.most_control_messages(), most_messages(run.size(), 0));
}

static_assert(count_in_subtree(0, 6400, [](int) { return true; }) == 6400);
static_assert(count_in_subtree(0, 6400, [](int process) { return process % 3 != 2; }) == 4267);

// Those that leave have none below them.
TEST(Waves, GoOnWithoutProcessesThatHaveLeft) {
    for (unsigned seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        Simulation run(9, seed, false);
        run.wait_for_other_runs();
        for (const int leaves : {8, 3, 7, 5}) {
            ASSERT_TRUE(run.find()) << "not found";
            EXPECT_EQ(run.found(), Simulation::Found::stillness);
            run.settle();
            run.note_end(leaves);
            run.leave(leaves);
            EXPECT_FALSE(run.process(0).waves.all_have_ended());
            run.go_on(40);
        }
        run.let_ranks_end();
        ASSERT_TRUE(run.find()) << "not found";
        EXPECT_EQ(run.found(), Simulation::Found::end);
        run.settle();
        EXPECT_TRUE(run.all_know_the_end());
    }
}

TEST(Waves, CountTheEndsOfThoseThatHaveLeft) {
    Simulation run(6, 1, false);
    for (const int ended : {5, 3, 1}) run.note_end(ended);
    for (const int leaves : {5, 3}) run.leave(leaves);
    for (const int ended : {2, 4}) run.note_end(ended);
    EXPECT_FALSE(run.process(0).waves.all_have_ended());
    run.note_end(0);
    EXPECT_TRUE(run.process(0).waves.all_have_ended());
}

} // namespace
} // namespace sartor::channel::fabric
