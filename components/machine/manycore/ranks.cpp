// The schedule of a manycore: the rank with the smallest time runs next, events come before ranks.
#include "components/machine/manycore/ranks.hpp"

#include <cstdio>
#include <ctime>
#include <new>
#include <utility>

#include "components/channel/manycore/ports.hpp"
#include "components/machine/manycore/options.hpp"
#include "components/machine/manycore/run.hpp"
#include "components/machine/manycore/services/names.hpp"

namespace sartor::machine::manycore {

Run* the_run = nullptr;

namespace {

Pe& pe_of(const process::Rank& rank) noexcept {
    return the_run->pes[rank.number];
}
Pe& own_pe() noexcept {
    return pe_of(*process::current);
}

void tell_work(int rank, Cycles from, Cycles to, const char* what) noexcept {
    observe([&](Observer& one) { one.worked(rank, from, to, what); });
}

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

void start(const process::Layout& layout, const void* machine) {
    const auto& description = *static_cast<const Description*>(machine);
    if (layout.own_threads) refuse_threads(description);
    const Options options = read_options(description);
    the_run = new (allocate<Run>(1)) Run(description);
    the_run->options = options;
    the_run->ranks = layout.ranks;
    the_run->pes = allocate<Pe>(static_cast<std::size_t>(layout.ranks));
    the_run->memories = allocate<ClusterMemory>(static_cast<std::size_t>(description.nodes()));
    place_ranks(*the_run, layout);
    charge_images();
    set_up_names(*the_run);
    start_up_ranks();
}

// The program that has spawned the others comes first.
void add(process::Rank& rank) {
    const Cycles time = pe_of(rank).clock;
    the_run->ready.push({time == 0 && process::is_guest(rank.number) ? -1 : time, rank.number});
}

process::Rank* next() {
    auto& ready = the_run->ready;
    Events& events = the_run->chip.events;
    while (!events.empty() && (ready.empty() || events.next_time() <= ready.first().time)) run_event();
    if (ready.empty()) return nullptr;
    const int number = ready.first().rank;
    ready.pop();
    return &process::rank(number);
}

void sleep(process::Rank& rank, std::int64_t nanoseconds) {
    constexpr std::int64_t per_microsecond = 1000;
    Pe& pe = pe_of(rank);
    const Cycles cycles = cycles_for(nanoseconds * the_run->chip.description().clock, {per_microsecond, 1});
    pe.clock += cycles;
    pe.waiting += cycles;
    pe.asleep_until = pe.clock;
    tell_work(rank.number, pe.clock - cycles, pe.clock, "sleeping");
    add(rank);
}

void compute_for(std::int64_t cycles) {
    compute(cycles < 0 ? 0 : cycles);
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

void describe_time(char* text, std::size_t bytes) {
    Cycles latest = the_run->chip.events.now();
    for (int number = 0; number < the_run->ranks; ++number)
        if (the_run->pes[number].clock > latest) latest = the_run->pes[number].clock;
    std::snprintf(text, bytes, " at cycle %lld (%.3f ms) of %s", static_cast<long long>(latest),
                  static_cast<double>(latest) * seconds_per_cycle() * 1e3, the_run->chip.description().name);
}

void finish() {
    while (!the_run->chip.events.empty()) run_event();
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

std::int64_t processor_nanoseconds() noexcept {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

} // namespace

const process::Schedule schedule = {
    &start,     &add,           &next,   &sleep,   &compute_for,
    &set_limit, &describe_time, &finish, &abandon, &channel::manycore::channel_calls};

Chip& chip() noexcept {
    return the_run->chip;
}
const Settings& settings() noexcept {
    return the_run->options.settings;
}
const Limits& limits_of(int rank) noexcept {
    const Limits* own = the_run->pes[rank].limits;
    return own != nullptr ? *own : settings().limits;
}
int node_of(int rank) noexcept {
    return the_run->pes[rank].node;
}
bool in_event() noexcept {
    return the_run->in_event;
}
Cycles now() noexcept {
    return the_run->in_event ? the_run->chip.events.now() : own_pe().clock;
}
double seconds_per_cycle() noexcept {
    return 1e-6 / static_cast<double>(the_run->chip.description().clock);
}
double seconds() noexcept {
    return static_cast<double>(own_pe().clock) /
           (static_cast<double>(the_run->chip.description().clock) * 1e6);
}

void charge(Cycles cycles) noexcept {
    Pe& pe = own_pe();
    const Cycles taken = the_run->chip.work(pe.node, cycles);
    pe.clock += taken;
    pe.communicating += taken;
}

void compute(Cycles cycles) noexcept {
    Pe& pe = own_pe();
    const Cycles taken = the_run->chip.work(pe.node, cycles);
    pe.clock += taken;
    pe.computing += taken;
    tell_work(process::current->number, pe.clock - taken, pe.clock, "computing");
}

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
    const bool blocked = resumed.permit.load(std::memory_order_relaxed) == process::Permit::blocked;
    resumed.permit.store(process::Permit::notified, std::memory_order_relaxed);
    if (!blocked) return;
    Pe& pe = the_run->pes[rank];
    if (time > pe.clock) {
        tell_work(rank, pe.clock, time, "waiting");
        pe.waiting += time - pe.clock;
        pe.clock = time;
    }
    add(resumed);
}

void call_kernel() noexcept {
    const Description& description = the_run->chip.description();
    if (description.kernel_cycles == 0) return;
    struct KernelCall {
        int rank;
        bool served = false;
    } call{process::current->number};
    const auto served = [](void* object, Cycles time) {
        auto& done = *static_cast<KernelCall*>(object);
        done.served = true;
        resume(done.rank, time);
    };
    synchronize();
    const int node = own_pe().node;
    Chip& chip = the_run->chip;
    const Cycles work = chip.work(node, description.kernel_cycles);
    chip.events.plan(chip.serve(node, own_pe().clock, work, "kernel call"), served, &call);
    while (!call.served) process::block();
}

void enter(const char*) noexcept {
    if (the_run->options.measured) {
        const std::int64_t spent = processor_nanoseconds() - own_pe().left_at;
        constexpr std::int64_t per_microsecond = 1000;
        const Rate factor = the_run->options.factor;
        if (own_pe().left_at != 0)
            compute(spent * the_run->chip.description().clock * factor.numerator /
                    (per_microsecond * factor.denominator));
    }
    charge(the_run->chip.description().call_cycles);
}

void leave() noexcept {
    if (the_run->options.measured) own_pe().left_at = processor_nanoseconds();
}

Cycles work_at(int node, Cycles cycles, int kernel_calls, const char* what) noexcept {
    Chip& chip = the_run->chip;
    if (the_run->in_event)
        return chip.serve(node, chip.events.now(),
                          chip.work(node, cycles + kernel_calls * chip.description().kernel_cycles), what);
    const Cycles begin = own_pe().clock;
    charge(cycles);
    for (int call = 0; call < kernel_calls; ++call) call_kernel();
    tell_work(process::current->number, begin, own_pe().clock, what);
    return own_pe().clock;
}

Departure depart(Kind kind, int from, int to, Cycles cost, int kernel_calls) noexcept {
    count(kind);
    const bool by_server = the_run->in_event;
    const int node = node_of(from);
    const Description& description = the_run->chip.description();
    const Cycles asked = now();
    const Cycles time = work_at(node, cost, kernel_calls, name_of(kind));
    const Cycles begin =
        by_server ? time - the_run->chip.work(node, cost + kernel_calls * description.kernel_cycles) : asked;
    return {time, {begin, from, to, kind, by_server}};
}

Note accompany(Kind kind, const Note& note) noexcept {
    count(kind);
    Note companion = note;
    companion.kind = kind;
    return companion;
}

void take_in(const Note& note, Cycles from, Cycles to) noexcept {
    observe([&](Observer& one) { one.came(note, node_of(note.to), from, to); });
}

// Off the chip the memory serves others, too: callers reckon in a PE's time, which is shorter than that of
// the core there.
Cycles copy(int node, std::int64_t bytes) noexcept {
    const Description& description = the_run->chip.description();
    Node& there = the_run->chip.node(node);
    there.memory_bytes += 2 * bytes; // read and written
    const Cycles by_core = cycles_for(bytes, description.copy_rate);
    if (!description.is_io(node)) return by_core;
    const Cycles time = now();
    const Cycles served = there.memory.serve(time, cycles_for(2 * bytes, description.ddr_rate)) - time;
    const Cycles by_memory = cycles_for(served, description.io_slowdown);
    return by_core > by_memory ? by_core : by_memory;
}

std::uint32_t& sent(int rank, int destination) noexcept {
    return the_run->pes[rank].sent[destination];
}
std::uint32_t& received(int rank, int source) noexcept {
    return the_run->pes[rank].received[source];
}

void at_end(void (*release)() noexcept) noexcept {
    the_run->releases.push(release);
}

void count(Kind kind) noexcept {
    ++the_run->kinds[static_cast<int>(kind)];
}

void count(Way way, int from, int to, std::size_t bytes) noexcept {
    observe([&](Observer& one) { one.sent(way, from, to, static_cast<std::int64_t>(bytes)); });
    count(way, bytes);
}

void count(Way way, std::size_t bytes) noexcept {
    ++the_run->ways[static_cast<int>(way)].messages;
    the_run->ways[static_cast<int>(way)].bytes += bytes;
}

} // namespace sartor::machine::manycore
