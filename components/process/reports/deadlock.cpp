// A deadlock explained: who waits in which call for whom, which of them wait in a cycle, and where.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/syscall.h>
#include <unistd.h>

#include "components/process/process.hpp"
#include "components/process/process_state.hpp"
#include "components/process/reports/location.hpp"
#include "components/process/reports/one_report.hpp"
#include "components/process/threads/critical_section.hpp"

namespace sartor::process {

// Linked where threads may wait at once: see threads/stuck.hpp.
[[gnu::weak]] void describe_threads(Rank& rank) noexcept;

namespace {

constexpr int listed_at_most = 32;

bool all_is_quiet() noexcept {
    return !state.own_threads && nothing_under_way(census, [](int index) -> const IdleWait<>& {
        return state.workers[index].idle_wait();
    });
}

// Two workers may detect it at the same time: the first one reports it and ends the run.
void let_first_pass() noexcept {
    static std::atomic<bool> passed{false};
    if (!passed.exchange(true)) return;
    for (;;) syscall(SYS_pause);
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

void describe_blocked(Rank& rank) noexcept {
    if (threads_wait(rank)) return describe_threads(rank);
    char wanted[512] = "";
    char location[512] = "";
    state.program->describe(rank, wanted, sizeof wanted);
    const bool known = describe_location(rank, reinterpret_cast<std::uintptr_t>(rank.call_site) - 1, location,
                                         sizeof location);
    if (rank.run_state.load() != RunState::blocked) {
        report("  rank %d %s; its last MPI call is %s%s%s", rank.number,
               state.own_threads ? "is not in MPI" : "runs", call_of(rank), known ? ", called in " : "",
               location);
        return;
    }
    report("  rank %d waits in %s%s%s%s%s", rank.number, call_of(rank), wanted[0] != '\0' ? " " : "", wanted,
           known ? "; called in " : "", location);
}

int list_blocked() noexcept {
    int listed = 0;
    int blocked = 0;
    for (int number = 0; number < state.size; ++number) {
        if (state.ranks[number].ended) continue;
        ++blocked;
        if (listed == listed_at_most) continue;
        describe_blocked(state.ranks[number]);
        ++listed;
    }
    if (listed < blocked) report("  ... and %d more", blocked - listed);
    return blocked;
}

// Each rank waits for at most one other: a walk that returns to one of its ranks is a cycle.
class Circles {
  public:
    explicit Circles(int ranks) noexcept
        : mark_(static_cast<int*>(std::calloc(static_cast<unsigned>(ranks), sizeof(int)))), ranks_(ranks) {}
    ~Circles() { std::free(mark_); }
    Circles(const Circles&) = delete;
    Circles& operator=(const Circles&) = delete;

    void report_all(int blocked) noexcept {
        if (mark_ == nullptr) return;
        for (int start = 0; start < ranks_; ++start) {
            int rank = start;
            while (rank >= 0 && mark_[rank] == 0) {
                mark_[rank] = start + 1;
                rank = next(rank);
            }
            if (rank >= 0 && mark_[rank] == start + 1) report_one(rank, blocked);
        }
    }

    [[nodiscard]] static int next(int rank) noexcept {
        return !is_blocked(state.ranks[rank]) ? -1 : state.program->waits_for(state.ranks[rank]);
    }

  private:
    static void report_one(int start, int blocked) noexcept {
        char text[512];
        int length = 0;
        int count = 0;
        int rank = start;
        do {
            if (length < 400)
                length += std::snprintf(text + length, sizeof text - static_cast<std::size_t>(length),
                                        "%d -> ", rank);
            ++count;
            rank = next(rank);
        } while (rank != start);
        report("  %d of %d wait in a cycle: %s%s%d", count, blocked, text, length < 400 ? "" : "... -> ",
               start);
    }

    int* mark_;
    int ranks_;
};

// "61 wait in MPI_Barrier for ranks 0, 1, 2": those that wait in the same call together.
void summarize_call(const char* call, bool* summarized) noexcept {
    constexpr int named_at_most = 8;
    int named[named_at_most];
    int names = 0;
    int count = 0;
    for (int number = 0; number < state.size; ++number) {
        const Rank& rank = state.ranks[number];
        if (!is_blocked(rank) || std::strcmp(call_of(rank), call) != 0) continue;
        summarized[number] = true;
        ++count;
        const int wanted = Circles::next(number);
        bool new_name = wanted >= 0 && std::strcmp(call_of(state.ranks[wanted]), call) != 0;
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

void summarize() noexcept {
    auto* summarized = static_cast<bool*>(std::calloc(static_cast<unsigned>(state.size), sizeof(bool)));
    if (summarized == nullptr) return;
    for (int number = 0; number < state.size; ++number)
        if (!summarized[number] && is_blocked(state.ranks[number]))
            summarize_call(call_of(state.ranks[number]), summarized);
    std::free(summarized);
}

int count_blocked() noexcept {
    int blocked = 0;
    for (int number = 0; number < state.size; ++number) blocked += state.ranks[number].ended ? 0 : 1;
    return blocked;
}

} // namespace

void report_waiting() noexcept {
    const int blocked = list_blocked();
    Circles(state.size).report_all(blocked);
    summarize();
}

void check_for_deadlock() noexcept {
    if (all_is_quiet() && count_blocked() > 0) report_deadlock();
}

void report_deadlock() noexcept {
    const int blocked = count_blocked();
    let_first_pass();
    const OneReport together;
    char time[128] = "";
    if (state.schedule != nullptr) state.schedule->describe_time(time, sizeof time);
    report("deadlock%s: %d of %d ranks are blocked, nothing is under way%s", time, blocked, state.size,
           blocked < state.size ? " (the others have ended)" : "");
    if (state.program->explain_deadlock != nullptr) state.program->explain_deadlock();
    report_waiting();
    end_run(deadlock_exit_code);
}

} // namespace sartor::process
