// Processor time of each rank. Ranks that are fibers share a thread: from the first question on, the thread's
// time is charged to the rank that it runs.
#include <cstdint>
#include <cstdlib>
#include <ctime>

#include "runtime/process.hpp"
#include "runtime/process_state.hpp"
#include "runtime/rank/for_parts.hpp"
#include "runtime/rank/thread_data.hpp"

namespace sartor::process {

namespace {

std::int64_t* charged() noexcept { // nanoseconds by rank; null: no memory
    static auto* const times =
        static_cast<std::int64_t*>(std::calloc(static_cast<std::size_t>(state.most), sizeof(std::int64_t)));
    return times;
}

constinit thread_local bool is_charging = false;
constinit thread_local std::int64_t charged_until = 0;

std::int64_t time_of_thread() noexcept {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * std::int64_t{1'000'000'000} + time.tv_nsec;
}

// What its ranks have used before, they have used in equal parts.
void begin_charging(Worker& worker) noexcept {
    charged_until = time_of_thread();
    int count = 0;
    for (int index = 0; index < state.size; ++index) count += state.ranks[index].worker == &worker ? 1 : 0;
    for (int index = 0; index < state.size; ++index)
        if (state.ranks[index].worker == &worker) charged()[index] = charged_until / count;
    is_charging = true;
    thread_data::begin(worker);
}

// Threads that a program starts have times of their own, and which ranks they belong to is not known here.
bool is_of_process() noexcept {
    return current == nullptr || state.size == 1 || state.has_threads || state.schedule != nullptr ||
           charged() == nullptr;
}

} // namespace

void processor_time::charge() noexcept {
    if (!is_charging) return;
    const std::int64_t time = time_of_thread();
    charged()[state.index_of(*current)] += time - charged_until;
    charged_until = time;
}

} // namespace sartor::process

std::int64_t sartor_rank_processor_time() noexcept {
    using namespace sartor::process;
    if (is_of_process()) return -1;
    if (state.own_threads) return time_of_thread();
    if (!is_charging) begin_charging(*current->worker);
    processor_time::charge();
    return charged()[state.index_of(*current)];
}
