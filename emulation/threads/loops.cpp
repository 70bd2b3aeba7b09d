// Loops and sections as GCC's code requests them: pieces of iterations, to the thread that comes next in
// virtual time.
#include <cstdlib>
#include <cstring>

#include "emulation/threads/team.hpp"

namespace sartor::machine::manycore::threads {

namespace {

using Schedule = Loop::Schedule;

std::uint64_t iterations(std::uint64_t distance, std::uint64_t step) noexcept {
    return distance / step + (distance % step != 0 ? 1 : 0);
}

Loop make_loop(Schedule schedule, std::uint64_t first, std::uint64_t end, std::uint64_t step,
               std::uint64_t count, std::uint64_t chunk) noexcept {
    if (chunk == 0 && schedule != Schedule::stat) chunk = 1;
    return {.schedule = schedule, .first = first, .step = step, .end = end, .count = count, .chunk = chunk};
}

Loop signed_loop(Schedule schedule, long first, long end, long step, long chunk) noexcept {
    const auto from = static_cast<std::uint64_t>(first);
    const auto to = static_cast<std::uint64_t>(end);
    const auto by = static_cast<std::uint64_t>(step);
    std::uint64_t count = 0;
    if (step > 0 && end > first) count = iterations(to - from, by);
    if (step < 0 && end < first) count = iterations(from - to, 0 - by);
    return make_loop(schedule, from, to, by, count, chunk > 0 ? static_cast<std::uint64_t>(chunk) : 0);
}

Loop unsigned_loop(Schedule schedule, bool up, std::uint64_t first, std::uint64_t end, std::uint64_t step,
                   std::uint64_t chunk) noexcept {
    std::uint64_t count = 0;
    if (up && end > first) count = iterations(end - first, step);
    if (!up && end < first) count = iterations(first - end, 0 - step);
    return make_loop(schedule, first, end, step, count, chunk);
}

struct Piece {
    std::uint64_t begin;
    std::uint64_t length; // 0: none is left
};

Piece in_blocks(const Loop& loop, const Team& team, Seat& seat) noexcept {
    if (seat.trip++ > 0) return {0, 0};
    const auto size = static_cast<std::uint64_t>(team.size);
    const auto number = static_cast<std::uint64_t>(seat.number);
    const std::uint64_t least = loop.count / size;
    const std::uint64_t more = loop.count % size;
    return {number * least + (number < more ? number : more), least + (number < more ? 1 : 0)};
}

Piece in_turns(const Loop& loop, const Team& team, Seat& seat) noexcept {
    const auto turn = static_cast<std::uint64_t>(seat.trip++) * static_cast<std::uint64_t>(team.size) +
                      static_cast<std::uint64_t>(seat.number);
    if (turn > loop.count / loop.chunk) return {0, 0};
    const std::uint64_t begin = turn * loop.chunk;
    const std::uint64_t rest = loop.count - begin;
    return {begin, loop.chunk < rest ? loop.chunk : rest};
}

// The one after the other, of the chunk's size or, guided, at first larger ones.
Piece next_of_all(Loop& loop, const Team& team) noexcept {
    if (team.size > 1) {
        synchronize();
        charge(chip().description().thread_share);
    }
    const std::uint64_t rest = loop.count - loop.taken;
    std::uint64_t length = loop.chunk;
    if (loop.schedule == Schedule::guided) {
        const std::uint64_t part = iterations(rest, static_cast<std::uint64_t>(team.size));
        if (part > length) length = part;
    }
    if (length > rest) length = rest;
    const Piece piece{loop.taken, length};
    loop.taken += length;
    return piece;
}

Piece next_piece() noexcept {
    const InRuntime inside;
    Seat& seat = own_seat();
    Loop& loop = seat.share->loop;
    if (loop.schedule != Schedule::stat) return next_of_all(loop, *seat.team);
    return loop.chunk == 0 ? in_blocks(loop, *seat.team, seat) : in_turns(loop, *seat.team, seat);
}

// Values of the loop's variable, in the type that the program has for it.
template <class Number>
bool next(Number* begin, Number* end) noexcept {
    const Piece piece = next_piece();
    if (piece.length == 0) return false;
    const Loop& loop = own_seat().share->loop;
    const std::uint64_t last = piece.begin + piece.length;
    // NOLINTBEGIN(bugprone-misplaced-widening-cast): the values are modulo 2^64
    *begin = static_cast<Number>(loop.first + piece.begin * loop.step);
    *end = static_cast<Number>(last == loop.count ? loop.end : loop.first + last * loop.step);
    // NOLINTEND(bugprone-misplaced-widening-cast)
    return true;
}

void enter(const Loop& loop) noexcept {
    const InRuntime inside;
    enter_share(loop);
}

void run_loop(Body body, void* data, unsigned threads, const Loop& loop) noexcept {
    const Share first{.loop = loop};
    run_region(body, data, threads, &first);
}

[[noreturn]] void refuse_schedule(const char* text) noexcept {
    process::report("OMP_SCHEDULE=%s: expected static, dynamic, guided or auto, and a chunk after a comma",
                    text);
    process::end_run(process::usage_exit_code);
}

struct Wish {
    Schedule schedule = Schedule::dynamic;
    long chunk = 1;
};

bool begins(const char*& text, const char* word) noexcept {
    const std::size_t length = std::strlen(word);
    if (std::strncmp(text, word, length) != 0) return false;
    text += length;
    return true;
}

Wish read_schedule(const char* text) noexcept {
    const char* rest = text;
    if (!begins(rest, "monotonic:")) begins(rest, "nonmonotonic:");
    Wish wish;
    if (begins(rest, "static") || begins(rest, "auto"))
        wish = {Schedule::stat, 0};
    else if (begins(rest, "guided"))
        wish = {Schedule::guided, 1};
    else if (!begins(rest, "dynamic"))
        refuse_schedule(text);
    if (*rest == '\0') return wish;
    char* end = nullptr;
    wish.chunk = *rest == ',' ? std::strtol(rest + 1, &end, 10) : 0;
    if (end == nullptr || *end != '\0' || wish.chunk < 1) refuse_schedule(text);
    return wish;
}

// schedule(runtime): as OMP_SCHEDULE says, by itself dynamic in pieces of one iteration, as in GCC's.
Wish wish_of_run() noexcept {
    const char* text = std::getenv("OMP_SCHEDULE");
    return text != nullptr ? read_schedule(text) : Wish{};
}

Loop sections(unsigned count) noexcept {
    return signed_loop(Schedule::dynamic, 1, static_cast<long>(count) + 1, 1, 1);
}

unsigned next_section() noexcept {
    long begin = 0;
    long end = 0;
    return next(&begin, &end) ? static_cast<unsigned>(begin) : 0;
}

void end_share() noexcept {
    leave_share();
    barrier();
}

} // namespace

} // namespace sartor::machine::manycore::threads

using namespace sartor::machine::manycore;
using namespace sartor::machine::manycore::threads;
using Unsigned = unsigned long long;

extern "C" {

// The names that GCC's code has for loops of one schedule.
#define LOOPS_OF(name, kind)                                                                                 \
    bool GOMP_loop_##name##_start(long first, long last, long step, long chunk, long* begin, long* end) {    \
        enter(signed_loop(kind, first, last, step, chunk));                                                  \
        return next(begin, end);                                                                             \
    }                                                                                                        \
    bool GOMP_loop_##name##_next(long* begin, long* end) {                                                   \
        return next(begin, end);                                                                             \
    }                                                                                                        \
    bool GOMP_loop_ull_##name##_start(bool up, Unsigned first, Unsigned last, Unsigned step, Unsigned chunk, \
                                      Unsigned* begin, Unsigned* end) {                                      \
        enter(unsigned_loop(kind, up, first, last, step, chunk));                                            \
        return next(begin, end);                                                                             \
    }                                                                                                        \
    bool GOMP_loop_ull_##name##_next(Unsigned* begin, Unsigned* end) {                                       \
        return next(begin, end);                                                                             \
    }

#define REGIONS_OF(name, kind)                                                                               \
    void GOMP_parallel_loop_##name(void (*body)(void*), void* data, unsigned threads, long first, long last, \
                                   long step, long chunk, unsigned) {                                        \
        run_loop(body, data, threads, signed_loop(kind, first, last, step, chunk));                          \
    }

LOOPS_OF(static, Schedule::stat)
LOOPS_OF(dynamic, Schedule::dynamic)
LOOPS_OF(guided, Schedule::guided)
LOOPS_OF(nonmonotonic_dynamic, Schedule::dynamic)
LOOPS_OF(nonmonotonic_guided, Schedule::guided)
REGIONS_OF(static, Schedule::stat)
REGIONS_OF(dynamic, Schedule::dynamic)
REGIONS_OF(guided, Schedule::guided)
REGIONS_OF(nonmonotonic_dynamic, Schedule::dynamic)
REGIONS_OF(nonmonotonic_guided, Schedule::guided)

// The same for loops whose schedule the run chooses.
#define RUNTIME_LOOPS(name)                                                                                  \
    bool GOMP_loop_##name##_start(long first, long last, long step, long* begin, long* end) {                \
        const Wish wish = wish_of_run();                                                                     \
        enter(signed_loop(wish.schedule, first, last, step, wish.chunk));                                    \
        return next(begin, end);                                                                             \
    }                                                                                                        \
    bool GOMP_loop_##name##_next(long* begin, long* end) {                                                   \
        return next(begin, end);                                                                             \
    }                                                                                                        \
    bool GOMP_loop_ull_##name##_start(bool up, Unsigned first, Unsigned last, Unsigned step,                 \
                                      Unsigned* begin, Unsigned* end) {                                      \
        const Wish wish = wish_of_run();                                                                     \
        enter(unsigned_loop(wish.schedule, up, first, last, step, static_cast<Unsigned>(wish.chunk)));       \
        return next(begin, end);                                                                             \
    }                                                                                                        \
    bool GOMP_loop_ull_##name##_next(Unsigned* begin, Unsigned* end) {                                       \
        return next(begin, end);                                                                             \
    }                                                                                                        \
    void GOMP_parallel_loop_##name(void (*body)(void*), void* data, unsigned threads, long first, long last, \
                                   long step, unsigned) {                                                    \
        const Wish wish = wish_of_run();                                                                     \
        run_loop(body, data, threads, signed_loop(wish.schedule, first, last, step, wish.chunk));            \
    }

RUNTIME_LOOPS(runtime)
RUNTIME_LOOPS(nonmonotonic_runtime)
RUNTIME_LOOPS(maybe_nonmonotonic_runtime)

void GOMP_loop_end() {
    end_share();
}
void GOMP_loop_end_nowait() {
    leave_share();
}

unsigned GOMP_sections_start(unsigned count) {
    enter(sections(count));
    return next_section();
}
unsigned GOMP_sections_next() {
    return next_section();
}
void GOMP_parallel_sections(void (*body)(void*), void* data, unsigned threads, unsigned count, unsigned) {
    run_loop(body, data, threads, sections(count));
}
void GOMP_sections_end() {
    end_share();
}
void GOMP_sections_end_nowait() {
    leave_share();
}

} // extern "C"
