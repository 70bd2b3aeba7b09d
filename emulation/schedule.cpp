// The schedule of a manycore: the rank with the smallest time runs next, events come before ranks.
#include <cstdio>
#include <new>
#include <utility>

#include "emulation/channels.hpp"
#include "emulation/memory/stack_use.hpp"
#include "emulation/options.hpp"
#include "emulation/ranks.hpp"
#include "emulation/run.hpp"
#include "emulation/services/names.hpp"
#include "emulation/threads/crew.hpp"

// In executables that can run threads of OpenMP (threads/queries.cpp).
extern "C" [[gnu::weak]] const char sartor_runs_threads;

namespace sartor::machine::manycore {

Run* the_run = nullptr;

namespace {

void run_event() noexcept {
    the_run->in_event = true;
    the_run->chip.events.run_next();
    the_run->in_event = false;
    observe([](Observer& one) { one.passed(the_run->chip.events.now()); });
}

void start_up_ranks() noexcept {
    const Description& description = the_run->chip.description();
    const process::World world = process::world_of(0);
    int* ranks = allocate<int>(static_cast<std::size_t>(description.nodes()));
    for (int rank = 0; rank < world.size; ++rank) ++ranks[the_run->pes[rank].node];
    const HowToStart how = {world.size < the_run->ranks, the_run->options.names.used};
    the_run->start_up = start_up(description, ranks, image_sizes(0), how);
    std::free(ranks);
}

void start(const process::Layout& layout, const void* machine, std::size_t state_bytes) {
    const auto& description = *static_cast<const Description*>(machine);
    if (layout.has_threads && &sartor_runs_threads == nullptr) refuse_threads(description);
    const Options options = read_options(description);
    if (options.threads > 1 && !layout.has_threads) refuse_no_threads(options.threads);
    the_run = new (allocate<Run>(1)) Run(description);
    the_run->options = options;
    the_run->ranks = layout.ranks;
    the_run->pes = allocate<Pe>(static_cast<std::size_t>(layout.ranks));
    the_run->memories = allocate<ClusterMemory>(static_cast<std::size_t>(description.nodes()));
    place_ranks(*the_run, layout);
    check_threads(*the_run);
    charge_images(state_bytes);
    set_up_names(*the_run);
    start_up_ranks();
}

// A thread that sleeps is ahead of its rank's main one, which sends messages.
Cycles time_of(const process::Rank& rank) noexcept {
    const Pe& pe = pe_of(rank);
    return rank.beside_main ? pe.crew->threads[0].times.clock : pe.clock;
}

// The program that has spawned the others comes first.
void add(process::Rank& rank) {
    const Cycles time = time_of(rank);
    the_run->ready.push({time == 0 && process::is_guest(rank.number) ? -1 : time, rank.number});
}

process::Rank* next() {
    auto& ready = the_run->ready;
    Events& events = the_run->chip.events;
    while (!events.empty() && (ready.empty() || events.next_time() <= ready.first().time)) run_event();
    if (ready.empty()) return nullptr;
    const int number = ready.first().rank;
    ready.pop();
    begin_to_measure(the_run->pes[number]); // others have run since
    return &process::rank(number);
}

void sleep(process::Rank& rank, std::int64_t nanoseconds) {
    constexpr std::int64_t per_microsecond = 1000;
    Pe& pe = pe_of(rank);
    const bool in_library = pe.in_library;
    count_measured();
    pe.in_library = in_library;
    const Cycles cycles = cycles_for(nanoseconds * the_run->chip.description().clock, {per_microsecond, 1});
    pe.clock += cycles;
    pe.waiting += cycles;
    pe.asleep_until = pe.clock;
    record_work(rank.number, pe.clock - cycles, pe.clock, "sleeping");
    add(rank);
}

void compute_for(std::int64_t cycles) {
    compute(cycles < 0 ? 0 : cycles);
}

void operate(std::int64_t integers, std::int64_t floats, std::int64_t accesses) {
    const Description& costs = the_run->chip.description();
    const auto taken = [](std::int64_t operations, Rate cycles_each) {
        return cycles_for(operations < 0 ? 0 : operations, {cycles_each.denominator, cycles_each.numerator});
    };
    compute(taken(integers, costs.integer_cycles) + taken(floats, costs.float_cycles) +
            taken(accesses, costs.memory_cycles));
}

[[noreturn]] void refuse_limit(int which, std::int64_t bytes) noexcept {
    process::report("rank %d: sartor_set_limit(%d, %lld): expected SARTOR_EAGER_LIMIT, SARTOR_LAZY_LIMIT or "
                    "SARTOR_DMA_LIMIT, and no negative number of bytes",
                    process::current->number, which, static_cast<long long>(bytes));
    process::end_run(process::usage_exit_code);
}

std::int64_t set_limit(int which, std::int64_t bytes) {
    std::int64_t Limits::*const limits[] = {&Limits::eager, &Limits::lazy,
                                            &Limits::dma}; // sartor_limit's order
    if (which < 0 || which >= 3 || bytes < 0) refuse_limit(which, bytes);
    Limits*& own = own_pe().limits;
    if (own == nullptr) own = new (allocate<Limits>(1)) Limits(settings().limits);
    std::int64_t& limit = own->*limits[which];
    return std::exchange(limit, bytes);
}

void end_program() {
    count_measured();
}

void describe_time(char* text, std::size_t bytes) {
    Cycles latest = the_run->chip.events.now();
    for (int number = 0; number < the_run->ranks; ++number)
        if (the_run->pes[number].clock > latest) latest = the_run->pes[number].clock;
    std::snprintf(text, bytes, " at cycle %lld (%.3f ms) of %s", static_cast<long long>(latest),
                  static_cast<double>(latest) * seconds_per_cycle() * 1e3, the_run->chip.description().name);
}

void finish() {
    while (!the_run->chip.events.empty()) run_event();
    note_stacks();
    observe([](Observer& one) { one.ended(); });
    report_run(*the_run);
    for (std::size_t index = 0; index < the_run->releases.size(); ++index) the_run->releases[index]();
    for (int rank = 0; rank < the_run->ranks; ++rank) {
        the_run->pes[rank].sent.release();
        the_run->pes[rank].received.release();
        std::free(the_run->pes[rank].limits);
    }
    std::free(the_run->pes);
    std::free(the_run->memories);
    the_run->~Run();
    std::free(the_run);
    the_run = nullptr;
}

void abandon() {
    observe([](Observer& one) { one.ended(); });
}

} // namespace

const process::Schedule schedule = {&start,         &add,     &next,      &sleep,
                                    &compute_for,   &operate, &set_limit, &end_program,
                                    &describe_time, &finish,  &abandon,   &channel_calls};

void synchronize() noexcept {
    const Pe& pe = own_pe();
    const Events& events = the_run->chip.events;
    const auto& ready = the_run->ready;
    const bool first = (events.empty() || events.next_time() > pe.clock) &&
                       (ready.empty() || ReadyRank{pe.clock, process::current->number} < ready.first());
    if (!first) process::yield();
}

void resume(int rank, Cycles time) noexcept {
    process::Rank& resumed = process::rank(rank);
    if (!resumed.wake()) return;
    Pe& pe = the_run->pes[rank];
    if (time > pe.clock) {
        record_work(rank, pe.clock, time, "waiting");
        pe.waiting += time - pe.clock;
        pe.clock = time;
    }
    add(resumed);
}

} // namespace sartor::machine::manycore
