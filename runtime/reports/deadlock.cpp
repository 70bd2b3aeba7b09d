// A deadlock explained: who waits in which call for whom, which of them wait in a cycle, and where.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

#include "runtime/peers.hpp"
#include "runtime/process.hpp"
#include "runtime/process_state.hpp"
#include "runtime/reports/location.hpp"
#include "runtime/reports/one_report.hpp"
#include "runtime/retractable_wait.hpp"
#include "runtime/threads/critical_section.hpp"

namespace sartor::process {

// Linked where threads may wait at once: see threads/stuck.hpp.
[[gnu::weak]] void describe_threads(Rank& rank, void (*write)(void* object, const char* line),
                                    void* object) noexcept;
[[gnu::weak]] bool all_other_threads_wait() noexcept;

namespace {

constexpr int listed_at_most = 32;

bool no_worker_works() noexcept {
    return nothing_under_way(census,
                             [](int index) -> const IdleWait<>& { return state.workers[index].idle_wait(); });
}
bool all_is_quiet() noexcept {
    return !state.own_threads && no_worker_works();
}

// Two workers may detect it at the same time: the first one reports it and ends the run.
void let_first_pass() noexcept {
    if (!state.deadlock_is_found.exchange(true)) return;
    for (;;) wait_for_signal();
}

bool threads_wait(const Rank& rank) noexcept {
    return rank.critical_section != nullptr && rank.critical_section->any_waits();
}

bool is_blocked(const Rank& rank) noexcept {
    return !rank.ended && (rank.run_state.load() == RunState::blocked || threads_wait(rank));
}

const char* call_of(const Rank& rank) noexcept {
    return rank.call != nullptr ? rank.call : "no MPI call";
}

// The line about a rank that has not ended.
void write_line(const Rank& rank, char* text, std::size_t bytes) noexcept {
    char wanted[512] = "";
    char location[400] = "";
    state.program->describe(rank, wanted, sizeof wanted);
    const bool known = describe_location(rank, reinterpret_cast<std::uintptr_t>(rank.call_site) - 1, location,
                                         sizeof location);
    const char* const called = known ? "; called in " : "";
    if (rank.run_state.load() != RunState::blocked)
        std::snprintf(text, bytes, "rank %d %s; its last MPI call is %s%s%s", rank.number,
                      state.own_threads ? "is not in MPI" : "runs", call_of(rank), called, location);
    else
        std::snprintf(text, bytes, "rank %d waits in %s%s%s%s%s", rank.number, call_of(rank),
                      wanted[0] != '\0' ? " " : "", wanted, called, location);
}

void describe(const Rank& rank, BlockedRank& blocked) noexcept {
    blocked.has_ended = rank.ended;
    blocked.is_blocked = is_blocked(rank);
    blocked.waits_for = blocked.is_blocked ? state.program->waits_for(rank) : -1;
    std::snprintf(blocked.call, sizeof blocked.call, "%s", call_of(rank));
}

// Ranks by their numbers, from those of this process or of all.
struct BlockedRanks {
    const BlockedRank* first;
    int count;

    [[nodiscard]] const BlockedRank& operator[](int number) const noexcept { return first[number]; }
    [[nodiscard]] int blocked() const noexcept {
        int blocked = 0;
        for (int number = 0; number < count; ++number) blocked += first[number].has_ended ? 0 : 1;
        return blocked;
    }
};

// The lines about a rank that its own process has written.
void list_lines(const char* text) noexcept {
    for (std::size_t length; *text != '\0'; text += length + (text[length] != '\0' ? 1 : 0)) {
        length = std::strcspn(text, "\n");
        report("  %.*s", static_cast<int>(length), text);
    }
}

// A rank with threads that wait has a line for each of them.
void list(int number, const BlockedRank& blocked) noexcept {
    if (blocked.text[0] != '\0') return list_lines(blocked.text);
    Rank& here = rank(number);
    if (threads_wait(here))
        return describe_threads(
            here, [](void*, const char* line) { report("  %s", line); }, nullptr);
    char text[sizeof BlockedRank::text];
    write_line(here, text, sizeof text);
    report("  %s", text);
}

// The same for another process: those that fit, and how many more there are.
class ThreadLines {
  public:
    ThreadLines(int rank, char* text, std::size_t bytes) noexcept
        : rank_(rank), text_(text), room_(bytes - longest_rest) {}

    void add(const char* line) noexcept {
        const std::size_t bytes = std::strlen(line) + 1;
        if (left_ > 0 || used_ + bytes >= room_) return void(++left_);
        used_ += static_cast<std::size_t>(std::snprintf(text_ + used_, room_ - used_, "%s\n", line));
    }
    void end() noexcept {
        if (left_ > 0)
            std::snprintf(text_ + used_, longest_rest, "rank %d: %d %sthread%s that wait%s in MPI\n", rank_,
                          left_, used_ > 0 ? "more " : "", left_ == 1 ? "" : "s", left_ == 1 ? "s" : "");
    }

  private:
    static constexpr std::size_t longest_rest = 80;
    int rank_;
    char* text_;
    std::size_t room_;
    std::size_t used_ = 0;
    int left_ = 0;
};

void write_lines_of_threads(Rank& rank, char* text, std::size_t bytes) noexcept {
    ThreadLines lines(rank.number, text, bytes);
    describe_threads(
        rank, [](void* object, const char* line) { static_cast<ThreadLines*>(object)->add(line); }, &lines);
    lines.end();
}

void list_blocked(BlockedRanks all) noexcept {
    int listed = 0;
    for (int number = 0; number < all.count && listed < listed_at_most; ++number) {
        if (all[number].has_ended) continue;
        list(number, all[number]);
        ++listed;
    }
    if (listed < all.blocked()) report("  ... and %d more", all.blocked() - listed);
}

// Each rank waits for at most one other: a walk that returns to one of its ranks is a cycle.
class Circles {
  public:
    explicit Circles(BlockedRanks all) noexcept
        : all_(all), mark_(static_cast<int*>(std::calloc(static_cast<unsigned>(all.count), sizeof(int)))) {}
    ~Circles() { std::free(mark_); }
    Circles(const Circles&) = delete;
    Circles& operator=(const Circles&) = delete;

    void report_all() noexcept {
        if (mark_ == nullptr) return;
        for (int start = 0; start < all_.count; ++start) {
            int rank = start;
            while (rank >= 0 && mark_[rank] == 0) {
                mark_[rank] = start + 1;
                rank = all_[rank].waits_for;
            }
            if (rank >= 0 && mark_[rank] == start + 1) report_one(rank);
        }
    }

  private:
    void report_one(int start) noexcept {
        char text[512];
        int length = 0;
        int count = 0;
        int rank = start;
        do {
            if (length < 400)
                length += std::snprintf(text + length, sizeof text - static_cast<std::size_t>(length),
                                        "%d -> ", rank);
            ++count;
            rank = all_[rank].waits_for;
        } while (rank != start);
        report("  %d of %d wait in a cycle: %s%s%d", count, all_.blocked(), text,
               length < 400 ? "" : "... -> ", start);
    }

    BlockedRanks all_;
    int* mark_;
};

// "61 wait in MPI_Barrier for ranks 0, 1, 2": those that wait in the same call together.
void summarize_call(BlockedRanks all, const char* call, bool* summarized) noexcept {
    constexpr int named_at_most = 8;
    int named[named_at_most];
    int names = 0;
    int count = 0;
    for (int number = 0; number < all.count; ++number) {
        const BlockedRank& rank = all[number];
        if (!rank.is_blocked || std::strcmp(rank.call, call) != 0) continue;
        summarized[number] = true;
        ++count;
        const int wanted = rank.waits_for;
        bool new_name = wanted >= 0 && std::strcmp(all[wanted].call, call) != 0;
        for (int index = 0; index < names; ++index) new_name = new_name && named[index] != wanted;
        if (new_name && names < named_at_most) named[names++] = wanted;
    }
    char text[128] = "";
    int length = 0;
    for (int index = 0; index < names; ++index)
        length +=
            std::snprintf(text + length, sizeof text - static_cast<std::size_t>(length), "%s%d",
                          index == 0 ? (names == 1 ? " for rank " : " for ranks ") : ", ", named[index]);
    report("  %d %s in %s%s", count, count == 1 ? "waits" : "wait", call, text);
}

void summarize(BlockedRanks all) noexcept {
    auto* summarized = static_cast<bool*>(std::calloc(static_cast<unsigned>(all.count), sizeof(bool)));
    if (summarized == nullptr) return;
    for (int number = 0; number < all.count; ++number)
        if (!summarized[number] && all[number].is_blocked) summarize_call(all, all[number].call, summarized);
    std::free(summarized);
}

int count_blocked() noexcept {
    int blocked = 0;
    for (int number = 0; number < state.size; ++number) blocked += state.ranks[number].ended ? 0 : 1;
    return blocked;
}

void report_waiting(BlockedRanks all) noexcept {
    list_blocked(all);
    Circles(all).report_all();
    summarize(all);
}

} // namespace

// In a process that has all ranks.
void report_waiting() noexcept {
    auto* all =
        static_cast<BlockedRank*>(std::calloc(static_cast<unsigned>(state.size), sizeof(BlockedRank)));
    if (all == nullptr) return report("  no memory to list %d ranks", state.size);
    for (int number = 0; number < state.size; ++number) describe(state.ranks[number], all[number]);
    report_waiting({all, state.size});
    std::free(all);
}

void describe_blocked(int number, BlockedRank& blocked) noexcept {
    blocked = {};
    Rank& here = rank(number);
    describe(here, blocked);
    if (blocked.has_ended) return;
    if (threads_wait(here))
        write_lines_of_threads(here, blocked.text, sizeof blocked.text);
    else
        write_line(here, blocked.text, sizeof blocked.text);
}

static void report_beginning(int blocked, int all) noexcept {
    char time[128] = "";
    if (state.schedule != nullptr) state.schedule->describe_time(time, sizeof time);
    report("deadlock%s: %d of %d ranks are blocked, nothing is under way%s", time, blocked, all,
           blocked < all ? " (the others have ended)" : "");
    if (state.program->explain_deadlock != nullptr) state.program->explain_deadlock();
}

void report_deadlock(const BlockedRank* first, int count) noexcept {
    const BlockedRanks all{first, count};
    const OneReport together;
    report_beginning(all.blocked(), count);
    report_waiting(all);
    end_run(deadlock_exit_code);
}

bool is_quiet() noexcept {
    if (all_ended_here() || !state.own_threads) return no_worker_works();
    return &all_other_threads_wait != nullptr && all_other_threads_wait();
}

// With other processes a message of theirs may come: they count together.
void check_for_deadlock() noexcept {
    if (peers == nullptr && all_is_quiet() && count_blocked() > 0) break_or_report_deadlock();
}

void break_or_report_deadlock() noexcept {
    if (&end_retractable_waits == nullptr || !end_retractable_waits()) report_deadlock();
}

void report_deadlock() noexcept {
    const int blocked = count_blocked();
    let_first_pass();
    const OneReport together;
    report_beginning(blocked, state.size);
    report_waiting();
    end_run(deadlock_exit_code);
}

} // namespace sartor::process
