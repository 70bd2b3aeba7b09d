#include "runtime/reports/standing.hpp"

#include <cstdio>
#include <cstring>
#include <sys/mman.h>

#include "runtime/process.hpp"
#include "runtime/process_state.hpp"
#include "runtime/rank/rank_ranges.hpp"
#include "runtime/reports/location.hpp"

namespace sartor::process {

namespace {

constexpr int listed_at_most = 32;

// Memory for reports, also in a signal handler: not malloc's. Null without memory.
template <class T>
class PerRank {
  public:
    PerRank() noexcept
        : memory_(mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {}
    ~PerRank() {
        if (memory_ != MAP_FAILED) munmap(memory_, bytes());
    }
    PerRank(const PerRank&) = delete;
    PerRank& operator=(const PerRank&) = delete;

    [[nodiscard]] T* get() const noexcept {
        return memory_ == MAP_FAILED ? nullptr : static_cast<T*>(memory_);
    }

  private:
    [[nodiscard]] static std::size_t bytes() noexcept {
        return sizeof(T) * static_cast<std::size_t>(state.most);
    }
    void* memory_;
};

enum class Doing : std::uint8_t { nothing, unstarted, running, ready, waiting };

Doing doing_of(const Rank& rank) noexcept {
    if (rank.ended) return Doing::nothing;
    if (!rank.context.prepared() && state.foreign == nullptr) return Doing::unstarted;
    switch (rank.run_state.load(std::memory_order_relaxed)) {
    case RunState::blocked:
        return Doing::waiting;
    case RunState::ready:
        return Doing::ready;
    default:
        return Doing::running;
    }
}

// What ranks of a group have in common. Addresses in the program are told by their offsets, since each rank
// may have a copy of its own.
struct Standing {
    Doing doing = Doing::nothing;
    bool listed = false;
    const char* call = nullptr;
    CallSite site;
    std::uint64_t wanted = 0; // a digest of what it waits for

    [[nodiscard]] bool is_at(const Standing& other) const noexcept {
        return doing == other.doing && call_is(other.call) && site.file == other.site.file &&
               site.offset == other.site.offset;
    }
    [[nodiscard]] bool call_is(const char* other) const noexcept {
        return call == other || (call != nullptr && other != nullptr && std::strcmp(call, other) == 0);
    }
};

std::uint64_t digest_of(const char* text) noexcept {
    std::uint64_t digest = 14695981039346656037U; // FNV-1a
    for (; *text != '\0'; ++text) digest = (digest ^ static_cast<unsigned char>(*text)) * 1099511628211U;
    return digest;
}

void describe_wanted(const Rank& rank, bool are_paused, char* text, std::size_t bytes) noexcept {
    text[0] = '\0';
    if (are_paused && rank.run_state.load() == RunState::blocked && !state.own_threads)
        state.program->describe(rank, text, bytes);
}

Standing standing_of(const Rank& rank, bool are_paused) noexcept {
    char wanted[512];
    Standing standing;
    standing.doing = doing_of(rank);
    if (standing.doing == Doing::nothing) return standing;
    standing.call = rank.call;
    standing.site = call_site_of(rank, rank.call_site);
    describe_wanted(rank, are_paused, wanted, sizeof wanted);
    standing.wanted = digest_of(wanted);
    return standing;
}

// The members of a group, from its first one on.
class Group {
  public:
    Group(Standing* all, int first, const StandingTimes& times) noexcept : first_(first) {
        for (int number = first; number < state.size; ++number) {
            if (all[number].listed || !all[number].is_at(all[first])) continue;
            all[number].listed = true;
            ranges_.add(state.ranks[number].number);
            ++count_;
            all_want_the_same_ = all_want_the_same_ && all[number].wanted == all[first].wanted;
            const int seconds = times.seconds(number);
            shortest_ = count_ == 1 || seconds < shortest_ ? seconds : shortest_;
            longest_ = seconds > longest_ ? seconds : longest_;
            if (const int other = wanted_rank(number); other >= 0 && !is_among(all, other, all[first]))
                add_wanted(other);
        }
    }

    void report_with(const Standing& standing, bool are_paused) noexcept {
        char names[256];
        char time[64] = "";
        char location[512] = "";
        const Rank& rank = state.ranks[first_];
        ranges_.write(names, sizeof names);
        name_time(time, sizeof time);
        const bool known = describe_location(rank, reinterpret_cast<std::uintptr_t>(rank.call_site) - 1,
                                             location, sizeof location);
        const char* const called = known ? "; called in " : "";
        const char* const call = standing.call != nullptr ? standing.call : "none";
        const bool one = count_ == 1;
        if (standing.doing == Doing::waiting) {
            char wanted[512] = "";
            if (all_want_the_same_) describe_wanted(rank, are_paused, wanted, sizeof wanted);
            if (wanted[0] == '\0') name_wanted(wanted, sizeof wanted);
            report("  %s %s in %s%s%s%s%s%s", names, one ? "waits" : "wait", call,
                   wanted[0] != '\0' ? " " : "", wanted, time, called, location);
            if (rank.loading && state.size > 1)
                report(
                    "  the call is made by a static constructor: other ranks of this process are not loaded "
                    "before it returns (use sartor run --processes N, with a process for each rank)");
        } else if (standing.doing == Doing::unstarted) {
            report("  %s ha%s not started: other ranks have not yielded the same processor", names,
                   one ? "s" : "ve");
        } else if (standing.doing == Doing::ready) {
            report("  %s %s ready to go on from %s%s%s%s", names, one ? "is" : "are", call, time, called,
                   location);
        } else {
            report("  %s %s; last MPI call: %s%s%s%s", names, one ? "runs" : "run", call, time, called,
                   location);
        }
    }

  private:
    void name_time(char* text, std::size_t bytes) const noexcept {
        if (longest_ == 0) return;
        if (shortest_ == longest_)
            std::snprintf(text, bytes, ", for %d s", longest_);
        else
            std::snprintf(text, bytes, ", for %d to %d s", shortest_, longest_);
    }
    void name_wanted(char* text, std::size_t bytes) noexcept {
        if (wanted_count_ == 0) return;
        std::size_t used = static_cast<std::size_t>(
            std::snprintf(text, bytes, wanted_count_ == 1 ? "for rank" : "for ranks"));
        for (int index = 0; index < wanted_count_; ++index)
            used += static_cast<std::size_t>(
                std::snprintf(text + used, bytes - used, "%s%d", index == 0 ? " " : ", ", wanted_[index]));
        if (wants_more_) std::snprintf(text + used, bytes - used, " and others");
    }
    // Of a rank in another process that is not known.
    static bool is_among(const Standing* all, int rank, const Standing& standing) noexcept {
        const int here = rank - state.ranks[0].number;
        return here >= 0 && here < state.size && all[here].is_at(standing);
    }
    static int wanted_rank(int number) noexcept {
        const Rank& rank = state.ranks[number];
        return rank.run_state.load() != RunState::blocked || state.own_threads
                   ? -1
                   : state.program->waits_for(rank);
    }
    void add_wanted(int rank) noexcept {
        for (int index = 0; index < wanted_count_; ++index)
            if (wanted_[index] == rank) return;
        wants_more_ = wanted_count_ == most_wanted;
        if (!wants_more_) wanted_[wanted_count_++] = rank;
    }

    static constexpr int most_wanted = 8;
    RankRanges ranges_;
    int first_;
    int count_ = 0;
    int shortest_ = 0;
    int longest_ = 0;
    int wanted_[most_wanted] = {};
    int wanted_count_ = 0;
    bool wants_more_ = false;
    bool all_want_the_same_ = true;
};

} // namespace

struct StandingTimes::Seen {
    const char* call;
    const void* site;
    std::uint64_t progress;
    std::int64_t since;
};

StandingTimes::~StandingTimes() {
    if (seen_ != nullptr) munmap(seen_, sizeof(Seen) * static_cast<std::size_t>(state.most));
}

void StandingTimes::look() noexcept {
    const bool is_first = seen_ == nullptr;
    if (is_first) {
        void* memory = mmap(nullptr, sizeof(Seen) * static_cast<std::size_t>(state.most),
                            PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) return;
        seen_ = static_cast<Seen*>(memory);
    }
    const std::int64_t time = now();
    for (int number = 0; number < state.size; ++number) {
        const Rank& rank = state.ranks[number];
        Seen& seen = seen_[number];
        const char* call = __atomic_load_n(&rank.call, __ATOMIC_RELAXED);
        const void* site = __atomic_load_n(&rank.call_site, __ATOMIC_RELAXED);
        const std::uint64_t progress = state.program->progress(rank);
        if (!is_first && seen.call == call && seen.site == site && seen.progress == progress) continue;
        seen = {call, site, progress, time};
    }
}

int StandingTimes::seconds(int rank) const noexcept {
    return seen_ == nullptr ? 0 : static_cast<int>((now() - seen_[rank].since) / 1'000'000'000);
}

void report_standing(const StandingTimes& times, bool are_paused) noexcept {
    const PerRank<Standing> memory;
    Standing* const all = memory.get();
    if (all == nullptr) return report("  no memory to list %d ranks", state.size);
    for (int number = 0; number < state.size; ++number)
        all[number] = standing_of(state.ranks[number], are_paused);
    int groups = 0;
    for (int number = 0; number < state.size; ++number) {
        if (all[number].listed || all[number].doing == Doing::nothing) continue;
        Group group(all, number, times);
        if (++groups <= listed_at_most) group.report_with(all[number], are_paused);
    }
    if (groups > listed_at_most) report("  ... and %d more groups of ranks", groups - listed_at_most);
}

} // namespace sartor::process
