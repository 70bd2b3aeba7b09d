// What ranks do takes time on their PEs, or on the server of an event's node; messages are counted.
#include "emulation/ranks.hpp"

#include <ctime>
#include <utility>

#include "emulation/memory/stack_use.hpp"
#include "emulation/run.hpp"

namespace sartor::machine::manycore {

namespace {

std::int64_t processor_nanoseconds() noexcept {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

} // namespace

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

void wait_until(Cycles time) noexcept {
    Pe& pe = own_pe();
    if (time <= pe.clock) return;
    record_work(process::current->number, pe.clock, time, "waiting");
    pe.waiting += time - pe.clock;
    pe.clock = time;
}

void compute(Cycles cycles) noexcept {
    Pe& pe = own_pe();
    const Cycles taken = the_run->chip.work(pe.node, cycles);
    pe.clock += taken;
    pe.computing += taken;
    record_work(process::current->number, pe.clock - taken, pe.clock, "computing");
}

void call_kernel() noexcept {
    call_kernel(the_run->chip.description().kernel_cycles);
}

void call_kernel(Cycles cycles) noexcept {
    if (cycles == 0) return;
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
    const Cycles work = chip.work(node, cycles);
    chip.events.plan(chip.serve(node, own_pe().clock, work, "kernel call"), served, &call);
    while (!call.served) process::block();
}

void count_measured() noexcept {
    if (!the_run->options.measured || std::exchange(own_pe().in_library, true)) return;
    const std::int64_t spent = processor_nanoseconds() - own_pe().left_at;
    constexpr std::int64_t per_microsecond = 1000;
    const Rate factor = the_run->options.factor;
    compute(spent * the_run->chip.description().clock * factor.numerator /
            (per_microsecond * factor.denominator));
}

void enter(const char*) noexcept {
    count_measured();
    note_own_stack();
    charge(the_run->chip.description().call_cycles);
}

void leave() noexcept {
    own_pe().in_library = false;
    begin_to_measure(own_pe());
}

void begin_to_measure(Pe& pe) noexcept {
    if (the_run->options.measured && !pe.in_library) pe.left_at = processor_nanoseconds();
}

Cycles work_at(int node, Cycles cycles, int kernel_calls, const char* what) noexcept {
    Chip& chip = the_run->chip;
    if (the_run->in_event)
        return chip.serve(node, chip.events.now(),
                          chip.work(node, cycles + kernel_calls * chip.description().kernel_cycles), what);
    const Cycles begin = own_pe().clock;
    charge(cycles);
    for (int call = 0; call < kernel_calls; ++call) call_kernel();
    record_work(process::current->number, begin, own_pe().clock, what);
    return own_pe().clock;
}

Departure depart(Kind kind, int from, int to, Cycles cost, int kernel_calls) noexcept {
    count(kind);
    const bool by_server = the_run->in_event;
    const int node = node_of(from);
    const Description& description = the_run->chip.description();
    const Cycles before = now();
    const Cycles time = work_at(node, cost, kernel_calls, name_of(kind));
    const Cycles begin =
        by_server ? time - the_run->chip.work(node, cost + kernel_calls * description.kernel_cycles) : before;
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
    const Cycles served = there.memory.serve(time, 2 * bytes) - time;
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
