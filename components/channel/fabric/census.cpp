// When has a run of several processes come to its end, or to a deadlock? Process 0 counts in waves: it asks
// all processes whether they are quiet, and how many messages they have sent and received. If all are quiet
// in two waves, one after the other, and as many messages had been received at the first as had been sent at
// the second, then nothing was in flight in between, and nothing can happen any more (the four-counter
// method: Mattern, "Algorithms for distributed termination detection", Distributed Computing 2, 1987, section
// 3).
#include <cstring>

#include "components/channel/fabric/carrier.hpp"
#include "components/channel/fabric/frames.hpp"
#include "components/process/peers.hpp"

namespace sartor::channel::fabric {

namespace {

// What a process says of itself in a wave.
struct Count {
    std::uint64_t sent;
    std::uint64_t received;
    std::uint32_t is_quiet;
    std::uint32_t has_ended; // all ranks there
};

// The sums of a wave.
struct Wave {
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
    bool all_quiet = true;
    bool all_ended = true;

    void add(const Count& one) noexcept {
        sent += one.sent;
        received += one.received;
        all_quiet = all_quiet && one.is_quiet != 0;
        all_ended = all_ended && one.has_ended != 0;
    }
};

// Of the listener of process 0, but for what frames change.
struct Census {
    Wave previous{0, 0, false, false};
    Wave current;
    std::uint64_t number = 0;
    int missing = 0;
    bool is_under_way = false;
    std::int64_t next = 0; // when a wave may begin: nanoseconds
    std::atomic<int> ended{0};
    std::atomic<bool> is_over{false};
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
};
Census census;

constexpr std::int64_t millisecond = 1'000'000;
constexpr std::int64_t between_waves = 100 * millisecond; // of a run that stands still, or seems to
constexpr std::int64_t between_waves_at_end = millisecond;

// Consistent: nothing was sent or received while it was found quiet.
Count count_here() noexcept {
    const std::uint64_t received = counters.received.load();
    const std::uint64_t sent = counters.sent.load();
    const bool has_ended = process::all_ended_here();
    const bool is_quiet = !wire_up.is_spawning() && process::is_quiet() &&
                          received == counters.received.load() && sent == counters.sent.load();
    return {sent, received, is_quiet ? 1U : 0U, has_ended ? 1U : 0U};
}

void begin_wave() noexcept {
    pthread_mutex_lock(&census.mutex);
    census.current = {};
    census.missing = 0;
    census.is_under_way = true;
    ++census.number;
    for (int process = 1; process < process_count(); ++process) {
        if (!is_waited_for(process)) continue;
        send_frame(process, FrameKind::probe, census.number);
        ++census.missing;
    }
    pthread_mutex_unlock(&census.mutex);
}

void take_count(const Frame& frame, const char* data, std::size_t bytes) noexcept {
    Count count{};
    if (bytes != sizeof count) refuse(frame, "its length");
    std::memcpy(&count, data, sizeof count);
    pthread_mutex_lock(&census.mutex);
    if (census.is_under_way && frame.bytes == census.number && census.missing > 0) {
        census.current.add(count);
        --census.missing;
    }
    pthread_mutex_unlock(&census.mutex);
}

bool nothing_is_in_flight(const Wave& first, const Wave& second) noexcept {
    return first.all_quiet && second.all_quiet && first.received == second.sent;
}

void say_it_is_over() noexcept {
    for (int process = 1; process < process_count(); ++process)
        if (is_waited_for(process)) send_frame(process, FrameKind::over);
    census.is_over.store(true);
    process::rouse_workers();
}

bool is_complete() noexcept {
    pthread_mutex_lock(&census.mutex);
    const bool complete = census.is_under_way && census.missing == 0;
    pthread_mutex_unlock(&census.mutex);
    return complete;
}

// All replies are here: what they mean.
void end_wave() noexcept {
    census.is_under_way = false;
    census.current.add(count_here());
    const bool stands_still = nothing_is_in_flight(census.previous, census.current);
    census.previous = census.current;
    if (stands_still && census.current.all_ended) return say_it_is_over();
    if (stands_still) report_deadlock_of_all();
    // The second wave of two follows at once.
    const bool first_of_two = census.current.all_quiet;
    if (!first_of_two)
        census.next = process::now() + (census.current.all_ended ? between_waves_at_end : between_waves);
}

} // namespace

void take_census_frame(const Frame& frame, const char* data, std::size_t bytes) noexcept {
    if (frame.kind == FrameKind::probe) {
        const Count count = count_here();
        send_frame(frame.from, FrameKind::count, frame.bytes, 0, &count, sizeof count);
    } else if (frame.kind == FrameKind::count) {
        take_count(frame, data, bytes);
    } else if (frame.kind == FrameKind::ended) {
        census.ended.fetch_add(1);
        wake_listener();
    } else {
        census.is_over.store(true);
        process::rouse_workers();
    }
}

// Waves begin when all processes have said that their ranks have ended; or when this one has been quiet for
// some time, so that a run that works has none.
void look_for_end() noexcept {
    if (census.is_over.load()) return;
    if (is_complete()) end_wave();
    if (census.is_under_way || census.is_over.load()) return;
    const bool all_ended = census.ended.load() >= processes_waited_for();
    const std::int64_t time = process::now();
    if (!process::is_quiet()) {
        census.next = time + (all_ended ? between_waves_at_end : between_waves);
        return;
    }
    if (time >= census.next || all_ended) begin_wave();
}

int until_next_look() noexcept {
    if (is_complete()) return 0; // of one process
    if (census.ended.load() >= processes_waited_for() && !census.is_over.load() && !census.is_under_way)
        return 1;
    return static_cast<int>(between_waves / millisecond);
}

bool run_is_over() noexcept {
    return census.is_over.load();
}

} // namespace sartor::channel::fabric
