// A thread waits for ever when it sleeps in futex(2) without a time limit: so do pthread_join, mutexes,
// conditions and barriers of all thread libraries, and the waits of ranks. The system says which call a
// thread is in
// (/proc/self/task/N/syscall, proc(5)), and whether it has run (schedstat). Where these can't be read no
// deadlock is reported.
#include "runtime/threads/stuck.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/peers.hpp"
#include "runtime/process_state.hpp"
#include "runtime/reports/location.hpp"
#include "runtime/threads/critical_section.hpp"

namespace sartor::process {

namespace {

// Reads a small file of a thread; false: it can't be read.
bool read_of(const char* thread, const char* file, char (&text)[256]) noexcept {
    char path[300];
    std::snprintf(path, sizeof path, "/proc/self/task/%s/%s", thread, file);
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return false;
    const ssize_t bytes = read(descriptor, text, sizeof text - 1);
    close(descriptor);
    if (bytes > 0) text[bytes] = '\0';
    return bytes > 0;
}

bool is_thread(std::uint64_t number) noexcept {
    char path[64];
    std::snprintf(path, sizeof path, "/proc/self/task/%llu", static_cast<unsigned long long>(number));
    return access(path, F_OK) == 0;
}

// Ranks that find nothing to do poll again after some time, only for this detection.
bool is_idle_wait(std::uint64_t address) noexcept {
    if (peers != nullptr && peers->is_slept_on != nullptr) return peers->is_slept_on(address);
    const auto first = reinterpret_cast<std::uintptr_t>(state.workers);
    return address >= first &&
           address < first + sizeof(Worker) * static_cast<std::size_t>(state.worker_count);
}

// Another process may end a wait that is not private, except one for the end of a thread of this process.
bool waits_for_ever(const char* thread) noexcept {
    char text[256];
    unsigned long long address = 0;
    unsigned long long operation = 0;
    unsigned long long value = 0;
    unsigned long long limit = 0;
    long call = -1;
    if (!read_of(thread, "syscall", text) || std::sscanf(text, "%ld 0x%llx 0x%llx 0x%llx 0x%llx", &call,
                                                         &address, &operation, &value, &limit) != 5)
        return false;
    if (call == SYS_ppoll) return is_idle_wait(address);
    if (call != SYS_futex) return false;
    const unsigned long long command = operation & static_cast<unsigned long long>(FUTEX_CMD_MASK);
    if (command != FUTEX_WAIT && command != FUTEX_WAIT_BITSET && command != FUTEX_LOCK_PI) return false;
    if (is_idle_wait(address)) return true;
    return limit == 0 && ((operation & FUTEX_PRIVATE_FLAG) != 0 || is_thread(value));
}

// Calls visit(name), until it returns false.
template <class Visit>
bool for_each_thread(Visit visit) noexcept {
    DIR* threads = opendir("/proc/self/task");
    if (threads == nullptr) return false;
    bool all = true;
    while (const dirent* entry = all ? readdir(threads) : nullptr)
        if (entry->d_name[0] != '.') all = visit(entry->d_name);
    closedir(threads);
    return all;
}

long number_of(const char* thread) noexcept {
    return std::atol(thread);
}

// One that does not fit in here counts: no deadlock is found then.
struct LeftOut {
    static constexpr int most = 16;

    long numbers[most];
    int count = 0;

    [[nodiscard]] bool has(long number) const noexcept {
        return std::find(numbers, numbers + count, number) != numbers + count;
    }
};
LeftOut left_out;

// Examines all threads but the calling one, the Monitor's, which ends no wait, and those of libraries.
// `runs`: the sum of how often and how long they have run.
bool all_others_wait(std::uint64_t& runs) noexcept {
    const long self = gettid();
    return for_each_thread([&](const char* thread) {
        const long number = number_of(thread);
        if (number == self || number == state.monitor_thread.load() || left_out.has(number)) return true;
        char text[256];
        unsigned long long time = 0;
        unsigned long long waited = 0;
        unsigned long long slices = 0;
        const bool is_known = waits_for_ever(thread) && read_of(thread, "schedstat", text) &&
                              std::sscanf(text, "%llu %llu %llu", &time, &waited, &slices) == 3;
        runs += time + slices;
        return is_known;
    });
}

bool any_rank_polls() noexcept {
    for (int index = 0; index < state.worker_count; ++index)
        if (state.workers[index].polls()) return true;
    return false;
}

} // namespace

void leave_out_threads_of_libraries() noexcept {
    left_out.count = 0;
    for_each_thread([self = gettid()](const char* thread) {
        if (number_of(thread) != self && left_out.count < LeftOut::most)
            left_out.numbers[left_out.count++] = number_of(thread);
        return true;
    });
}

// Linked where ranks may have timers: see rank/timers.hpp.
[[gnu::weak]] bool any_timer_runs() noexcept;

// Twice: if none has run in between, all waited at one moment.
bool all_other_threads_wait() noexcept {
    if (&any_timer_runs != nullptr && any_timer_runs()) return false;
    std::uint64_t before = 0;
    std::uint64_t after = 0;
    return all_others_wait(before) && !any_rank_polls() && all_others_wait(after) && before == after;
}

// Nothing of the rank changes meanwhile: all its threads wait.
void describe_threads(Rank& rank, void (*write)(void* object, const char* line), void* object) noexcept {
    rank.critical_section->show_each_waiting([&] {
        char wanted[512] = "";
        char location[512] = "";
        state.program->describe(rank, wanted, sizeof wanted);
        const bool known = describe_location(rank, reinterpret_cast<std::uintptr_t>(rank.call_site) - 1,
                                             location, sizeof location);
        char line[1200];
        std::snprintf(line, sizeof line, "rank %d: a thread waits in %s%s%s%s%s", rank.number,
                      rank.call != nullptr ? rank.call : "no MPI call", wanted[0] != '\0' ? " " : "", wanted,
                      known ? "; called in " : "", location);
        write(object, line);
    });
}

void sartor_sleep_among_threads(IdleWait<>& idle_wait, Look look) noexcept {
    constexpr std::int64_t longest = 1'000'000'000; // nanoseconds
    static std::atomic<bool> somebody_looks{false};
    bool found = false;
    const auto finds = [&] { return found = look.function(look.object); };
    for (std::int64_t limit = longest / 16;; limit = std::min(2 * limit, longest)) {
        const std::uint32_t awakenings = idle_wait.awakenings();
        idle_wait.doze(finds, peers == nullptr ? limit : -1);
        if (found || idle_wait.awakenings() != awakenings || finds()) return;
        if (peers != nullptr) continue;
        if (somebody_looks.exchange(true)) continue;
        // What came since finds(), while nobody had to wake this thread, is seen now that all others wait.
        const bool stuck = all_other_threads_wait() && !finds();
        if (stuck) break_or_report_deadlock();
        somebody_looks.store(false);
        if (found) return;
    }
}

} // namespace sartor::process
