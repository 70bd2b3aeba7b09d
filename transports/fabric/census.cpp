// The waves of this run: when they begin, and what follows from what they find.
#include <cstring>

#include "runtime/peers.hpp"
#include "runtime/retractable_wait.hpp"
#include "transports/fabric/active_messages.hpp"
#include "transports/fabric/frames.hpp"
#include "transports/fabric/spawn_requests.hpp"
#include "transports/fabric/universe.hpp"
#include "transports/fabric/waves.hpp"

namespace sartor::channel::fabric {

namespace {

[[nodiscard]] process::failures::Heard heard_of_failures() noexcept {
    if (&process::failures::heard_of_failures == nullptr) return {};
    return process::failures::heard_of_failures();
}
// Processes that share memory, in programs for that.
[[nodiscard]] bool survives_failures() noexcept {
    return &process::failures::note_failures != nullptr && roster.exists();
}
[[nodiscard]] std::uint64_t count_whole() noexcept {
    return static_cast<std::uint64_t>(roster.count_whole());
}

[[nodiscard]] bool can_retract_here() noexcept {
    return &process::has_retractable_waits != nullptr && process::has_retractable_waits();
}

struct Frames {
    [[nodiscard]] static int number() noexcept { return blocks.number; }
    [[nodiscard]] static int count() noexcept { return process_count(); }
    [[nodiscard]] static bool takes_part(int process) noexcept { return is_waited_for(process); }
    [[nodiscard]] static bool has_left(int process) noexcept { return fabric::has_left(process); }

    [[nodiscard]] static Count count_here() noexcept {
        const std::uint64_t received = counters.received.load();
        const std::uint64_t sent = counters.sent.load();
        const bool has_ended = process::all_ended_here();
        const bool is_quiet = !is_spawning() && !is_held() && process::is_quiet() &&
                              received == counters.received.load() && sent == counters.sent.load();
        const auto failures = heard_of_failures();
        const bool speaks_for_left = number() == 0 && roster.exists();
        const auto told = static_cast<std::uint64_t>(failures.told);
        return {sent + (speaks_for_left ? roster.sent_by_left() + told * count_whole() : 0),
                received + static_cast<std::uint64_t>(failures.heard) +
                    (speaks_for_left ? roster.received_by_left() : 0),
                is_quiet && failures.told == failures.heard ? 1U : 0U,
                has_ended ? 1U : 0U,
                waits_for_other_runs() ? 1U : 0U,
                can_retract_here() ? 1U : 0U};
    }

    static void send_probe(int process, std::uint64_t wave) noexcept {
        send_frame(process, FrameKind::probe, wave);
    }
    static void send_count(int process, std::uint64_t wave, const Count& count) noexcept {
        send_frame(process, FrameKind::count, wave, 0, &count, sizeof count);
    }
    static void send_ended(int process, int processes) noexcept {
        send_frame(process, FrameKind::ended, static_cast<std::uint64_t>(processes));
    }
    static void send_over(int process) noexcept { send_frame(process, FrameKind::over); }
};
Waves<Frames> waves;
std::atomic<bool> is_over{false};
std::int64_t next_wave = 0; // of process 0: when it may begin, nanoseconds

constexpr std::int64_t between_waves = 100 * millisecond; // of a run that stands still, or seems to
constexpr std::int64_t between_waves_at_end = millisecond;
constexpr std::int64_t between_waves_for_others = 1000 * millisecond;

void take_count(const Frame& frame, const char* data, std::size_t bytes) noexcept {
    Count count;
    if (bytes != sizeof count) refuse(frame, "its length");
    std::memcpy(&count, data, sizeof count);
    waves.take_count(frame.bytes, count);
}

void take_ended(const Frame& frame) noexcept {
    if (frame.bytes > static_cast<std::uint64_t>(process_count())) refuse(frame, "more than all have ended");
    waves.take_ended(static_cast<int>(frame.bytes));
}

// Of process 0. The second wave of two follows the first at once.
void advance_waves() noexcept {
    const bool was_under_way = waves.is_under_way();
    const auto found = waves.advance();
    if (found == Waves<Frames>::Found::end) return end_run_here();
    if (found == Waves<Frames>::Found::deadlock) {
        if (waves.last().can_retract == 0) report_deadlock_of_all();
        for (int process = 0; process < process_count(); ++process)
            if (is_waited_for(process) && !has_left(process)) send_frame(process, FrameKind::retract);
        next_wave = process::now() + between_waves;
    }
    if (found == Waves<Frames>::Found::stillness) {
        next_wave = process::now() + between_waves_for_others;
        tell_stillness();
    }
    if (was_under_way && !waves.is_under_way() && waves.last().is_quiet == 0)
        next_wave = process::now() + (waves.last().has_ended != 0 ? between_waves_at_end : between_waves);
}

// True: one has begun. Waves begin when all processes have said that their ranks have ended; or when this one
// has been quiet for some time, so that a run that works has none.
bool begin_if_due() noexcept {
    const bool all_ended = waves.all_have_ended();
    const std::int64_t time = process::now();
    if (is_held()) return false;
    if (!process::is_quiet()) {
        next_wave = time + (all_ended ? between_waves_at_end : between_waves);
        return false;
    }
    const bool is_due = time >= next_wave || all_ended;
    if (is_due) waves.begin();
    return is_due;
}

} // namespace

void take_census_frame(const Frame& frame, const char* data, std::size_t bytes) noexcept {
    if (frame.kind == FrameKind::probe) {
        waves.take_probe(frame.from, frame.bytes);
    } else if (frame.kind == FrameKind::count) {
        take_count(frame, data, bytes);
    } else if (frame.kind == FrameKind::ended) {
        take_ended(frame);
    } else if (frame.kind == FrameKind::retract) {
        if (&process::end_retractable_waits != nullptr) static_cast<void>(process::end_retractable_waits());
    } else {
        waves.take_over();
        end_run_here();
    }
    wake_listener();
}

// After a process has failed nobody knows what was in flight. The run is over when the ranks of all others
// have ended.
bool look_for_end_of_survivors() noexcept {
    if (!survives_failures() || !roster.any_has_failed()) return false;
    if (!is_over.load() && roster.all_have_ended()) end_run_here();
    return true;
}

void note_end_of_ranks() noexcept {
    const int exit_code = process::finish_output(); // the run may go on for long
    finish_if_entered(exit_code);
    waves.note_end();
    if (survives_failures()) {
        roster[blocks.number].has_ended.store(1, std::memory_order_release);
        if (roster.any_has_failed()) tell_of_failures();
    }
    wake_listener();
}

void look_for_end() noexcept {
    if (look_for_end_of_survivors()) return;
    if (blocks.number != 0) return void(waves.advance());
    for (int waves_at_once = 0; waves_at_once < 3 && !is_over.load(); ++waves_at_once) {
        advance_waves();
        if (is_over.load() || waves.is_under_way() || !begin_if_due()) return;
    }
}

int until_next_look() noexcept {
    if (blocks.number == 0 && waves.all_have_ended() && !is_over.load() && !waves.is_under_way()) return 1;
    return static_cast<int>(between_waves / millisecond);
}

bool run_is_over() noexcept {
    return is_over.load();
}
void end_run_here() noexcept {
    is_over.store(true);
    process::rouse_workers();
}

} // namespace sartor::channel::fabric
