#include "runtime/failures/failures.hpp"

#include <sys/mman.h>

#include "runtime/failures/crash_survived.hpp"
#include "runtime/failures/memory.hpp"
#include "runtime/output/output.hpp"
#include "runtime/peers.hpp"
#include "runtime/process.hpp"
#include "runtime/process_state.hpp"
#include "runtime/reports/one_report.hpp"
#include "runtime/scheduler/worker.hpp"

namespace sartor::process::failures {

std::atomic<int> changes{0};

namespace {

std::atomic<int> known_failures{0};
std::atomic<int> known_revoked{0}; // written under the lock, as the following
int hints = 0;                     // that something will be seen
std::atomic<int> heard{0};         // of memory->told
void (*clean_up)(Rank& rank) = nullptr;

// Ranks that wait look again whether what they wait for can still come.
void wake_ranks_here() noexcept {
    for (int index = 0; index < state.size; ++index) {
        Rank& rank = state.ranks[index];
        if (&rank != current && !rank.ended) wake(rank);
    }
}

// Under the lock. `changes` first: a rank that reads that something is known looks at what it has changed.
void know(int failures, int revoked) noexcept {
    changes.store(failures + revoked + hints, std::memory_order_release);
    known_failures.store(failures, std::memory_order_release);
    known_revoked.store(revoked, std::memory_order_release);
}
void hint() noexcept {
    const Guard guard(memory->lock);
    ++hints;
    know(known_failures.load(std::memory_order_relaxed), known_revoked.load(std::memory_order_relaxed));
}

// That others have revoked one, before the thread that listens says so.
void learn_of_revoked() noexcept {
    const Guard guard(memory->lock);
    know(known_failures.load(std::memory_order_relaxed), memory->revoked.load(std::memory_order_relaxed));
}

// Of what others have noted, too.
void learn() noexcept {
    const Guard guard(memory->lock);
    know(memory->failures.load(std::memory_order_relaxed), memory->revoked.load(std::memory_order_relaxed));
}

void note_failure(int rank) noexcept {
    const Guard guard(memory->lock);
    Memory::Fate& fate = memory->fate(rank);
    if (fate.failure.load(std::memory_order_relaxed) != 0) return;
    const int place = memory->failures.load(std::memory_order_relaxed);
    memory->fate(place).failed.store(rank, std::memory_order_relaxed);
    fate.failure.store(place + 1, std::memory_order_relaxed);
    memory->failures.store(place + 1, std::memory_order_release);
}

} // namespace

// Where there are other processes the thread that listens to them hears of it as they do.
void tell_all() noexcept {
    if (!memory_is_shared) return wake_ranks_here();
    memory->told.fetch_add(1, std::memory_order_release);
    peers->tell_of_failures();
}

// A run of which no rank is left has failed.
void leave(Rank& self) noexcept {
    note_failure(self.number);
    if (!memory_is_shared) learn();
    clean_up(self);
    self.exit_code = memory->failures.load() == ranks.size ? 1 : 0;
    tell_all();
    self.worker->leave(self);
}

void set_up(void (*of_rank)(Rank& rank)) noexcept {
    clean_up = of_rank;
    if (memory != nullptr) return;
    const bool is_shared = peers != nullptr;
    void* all = MAP_FAILED;
    if (!is_shared)
        all = mmap(nullptr, Memory::bytes(ranks.most), PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0); // a rank may fail inside of malloc
    else if (peers->map_for_failures != nullptr)
        all = peers->map_for_failures(Memory::bytes(ranks.most));
    if (all == MAP_FAILED) {
        report(is_shared
                   ? "failures of ranks are survived where all processes of the run share memory: on one "
                     "computer, started by sartor run"
                   : "no memory to note which ranks fail");
        end_run(1);
    }
    Memory::use(all, ranks.most, is_shared);
    survive_crashes();
}

void note_failures(int first, int ranks_of_process) noexcept {
    if (memory == nullptr) return;
    const int told = memory->told.load(std::memory_order_acquire);
    if (told == heard.load(std::memory_order_relaxed) && ranks_of_process == 0) return;
    for (int rank = first; rank < first + ranks_of_process; ++rank) note_failure(rank);
    learn();
    wake_ranks_here();
    heard.store(told, std::memory_order_release);
}

Heard heard_of_failures() noexcept {
    if (memory == nullptr || !memory_is_shared) return {};
    const int own = heard.load(std::memory_order_acquire);
    return {memory->told.load(std::memory_order_acquire), own};
}

int count() noexcept {
    return known_failures.load(std::memory_order_acquire);
}
void suspect() noexcept {
    if (!any()) hint();
}
int noted() noexcept {
    return memory->failures.load(std::memory_order_acquire);
}
int rank_of(int failure) noexcept {
    return memory->fate(failure - 1).failed.load(std::memory_order_relaxed);
}
int failure_of(int rank) noexcept {
    return memory->fate(rank).failure.load(std::memory_order_acquire);
}

void revoke(int first_context, int contexts, int only) noexcept {
    if (is_revoked(first_context)) return;
    {
        const Guard guard(memory->lock);
        const int place = memory->revoked.load(std::memory_order_relaxed);
        if (place == Memory::most_revoked) {
            report("more than %d communicators were revoked", Memory::most_revoked);
            end_run(1);
        }
        memory->revoked_at(place) = {first_context, contexts, only};
        memory->revoked.store(place + 1, std::memory_order_release);
        know(known_failures.load(std::memory_order_relaxed), place + 1);
    }
    tell_all();
}

bool is_revoked(int context) noexcept {
    for (int place = memory->revoked.load(std::memory_order_acquire); place > 0; --place) {
        const Memory::Revoked& one = memory->revoked_at(place - 1);
        if (context >= one.first && context < one.first + one.contexts &&
            (one.only < 0 || one.only == current->number)) {
            if (place > known_revoked.load(std::memory_order_acquire)) learn_of_revoked();
            return true;
        }
    }
    return false;
}

void fail(Rank& self, const char* how) noexcept {
    {
        const OneReport together;
        end_lines(self);
        report("rank %d failed: %s%s%s; the others go on", self.number, how,
               self.call != nullptr ? "; its last MPI call is " : "", self.call != nullptr ? self.call : "");
    }
    leave(self);
}

void kill(Rank& rank) noexcept {
    if (&rank == current) fail(rank, "killed by itself (SIGKILL)");
    memory->fate(rank.number).killed.store(true, std::memory_order_release);
    hint();
    wake(rank);
}

void fail_if_killed(Rank& self) noexcept {
    if (memory->fate(self.number).killed.load(std::memory_order_acquire)) [[unlikely]]
        fail(self, "killed by another rank (SIGKILL)");
}

extern void (*const kill_survived)(Rank& rank) noexcept;
void (*const kill_survived)(Rank& rank) noexcept = &kill;

} // namespace sartor::process::failures
