#include "runtime/failures/failures.hpp"

#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

#include "runtime/failures/crash_survived.hpp"
#include "runtime/locked.hpp"
#include "runtime/output/output.hpp"
#include "runtime/process.hpp"
#include "runtime/process_state.hpp"
#include "runtime/reports/one_report.hpp"
#include "runtime/scheduler/worker.hpp"

namespace sartor::process::failures {

std::atomic<int> changes{0};

namespace {

// Of all ranks by their numbers, in memory of the system's: a rank may fail inside of malloc.
struct Fate {
    std::atomic<int> failure; // its number, or 0
    std::atomic<int> failed;  // the rank of the failure that has this place
    std::atomic<bool> killed; // fails in its next call
};

Fate* fates = nullptr;
std::atomic<int> failure_count{0};
void (*clean_up)(Rank& rank) = nullptr;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; // of those who note a failure, or revoke

// Read without the mutex: nothing is taken out.
struct Revoked {
    Revoked* next;
    int first;
    int contexts;
    int only;
};
std::atomic<Revoked*> revoked{nullptr};

// Ranks that wait look again whether what they wait for can still come.
void wake_others() noexcept {
    for (int index = 0; index < state.size; ++index) {
        Rank& rank = state.ranks[index];
        if (&rank != current && !rank.ended) wake(rank);
    }
}

void note_failure(const Rank& self) noexcept {
    const Locked lock(mutex);
    const int place = failure_count.load(std::memory_order_relaxed);
    fates[place].failed.store(self.number, std::memory_order_relaxed);
    fates[self.number].failure.store(place + 1, std::memory_order_relaxed);
    failure_count.store(place + 1, std::memory_order_release);
    changes.fetch_add(1, std::memory_order_release);
}

} // namespace

// A run of which no rank is left has failed.
void leave(Rank& self) noexcept {
    note_failure(self);
    clean_up(self);
    self.exit_code = count() == state.size ? 1 : 0;
    wake_others();
    self.worker->leave(self);
}

void set_up(void (*of_rank)(Rank& rank)) noexcept {
    clean_up = of_rank;
    if (fates != nullptr) return;
    void* memory = mmap(nullptr, sizeof(Fate) * static_cast<std::size_t>(ranks.most), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        report("no memory to note which ranks fail");
        end_run(1);
    }
    fates = static_cast<Fate*>(memory);
    survive_crashes();
}

int count() noexcept {
    return failure_count.load(std::memory_order_acquire);
}
int rank_of(int failure) noexcept {
    return fates[failure - 1].failed.load(std::memory_order_relaxed);
}
int failure_of(int rank) noexcept {
    return fates[rank].failure.load(std::memory_order_acquire);
}

void revoke(int first_context, int contexts, int only) noexcept {
    if (is_revoked(first_context)) return;
    auto* one = static_cast<Revoked*>(std::malloc(sizeof(Revoked)));
    if (one == nullptr) {
        report("no memory to revoke a communicator");
        end_run(1);
    }
    {
        const Locked lock(mutex);
        *one = {revoked.load(std::memory_order_relaxed), first_context, contexts, only};
        revoked.store(one, std::memory_order_release);
        changes.fetch_add(1, std::memory_order_release);
    }
    wake_others();
}

bool is_revoked(int context) noexcept {
    for (const Revoked* one = revoked.load(std::memory_order_acquire); one != nullptr; one = one->next)
        if (context >= one->first && context < one->first + one->contexts &&
            (one->only < 0 || one->only == current->number))
            return true;
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
    fates[rank.number].killed.store(true, std::memory_order_release);
    changes.fetch_add(1, std::memory_order_release);
    wake(rank);
}

void fail_if_killed(Rank& self) noexcept {
    if (fates[self.number].killed.load(std::memory_order_acquire)) [[unlikely]]
        fail(self, "killed by another rank (SIGKILL)");
}

extern void (*const kill_survived)(Rank& rank) noexcept;
void (*const kill_survived)(Rank& rank) noexcept = &kill;

} // namespace sartor::process::failures
