// clock_gettime: the clock of the process's processor time is the rank's.
#include <cstdint>
#include <ctime>

#include "runtime/image/parts/of_c_library.hpp"
#include "runtime/rank/for_parts.hpp"

extern "C" [[gnu::weak]] int clock_gettime(clockid_t clock, timespec* time) noexcept {
    static auto* const in_library =
        sartor::process::of_c_library<int (*)(clockid_t, timespec*)>("clock_gettime");
    if (clock != CLOCK_PROCESS_CPUTIME_ID) return in_library(clock, time);
    const std::int64_t used = sartor_rank_processor_time();
    if (used < 0) return in_library(clock, time);
    constexpr std::int64_t second = 1'000'000'000;
    *time = {used / second, used % second};
    return 0;
}
