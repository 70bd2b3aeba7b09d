// Waits for what is none of MPI's: a fiber tries again and lets others run in between.
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "runtime/process.hpp"
#include "runtime/process_state.hpp"
#include "runtime/rank/for_parts.hpp"
#include "runtime/rank/signals.hpp"

using namespace sartor::process;

extern "C" {

int sartor_rank_number() noexcept {
    return current != nullptr ? state.index_of(*current) : -1;
}

int sartor_rank_companions() noexcept {
    return current != nullptr ? state.size : 1;
}

bool sartor_rank_has_input() noexcept {
    const char* who = std::getenv("SARTOR_INPUT"); // processes but the run's first have no input
    return sartor_rank_number() <= 0 || (who != nullptr && std::strcmp(who, "all") == 0);
}

bool sartor_rank_may_wait() noexcept {
    if (&is_handling_signal != nullptr && is_handling_signal()) return false;
    return current != nullptr && !current->loading && !state.own_threads && state.size > 1 &&
           (!state.has_threads || state.schedule != nullptr || on_main_thread());
}

void sartor_rank_wait(int turn) noexcept {
    constexpr int longest = 20;
    constexpr std::int64_t nanoseconds = 1000;
    if (turn < 4) return sartor::process::yield();
    sartor::process::sleep(nanoseconds << ((turn < longest ? turn : longest) / 2));
}

} // extern "C"
