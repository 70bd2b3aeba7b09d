// A run: ranks are laid out on workers, run until all have ended, and give one exit code.
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "runtime/image/image.hpp"
#include "runtime/output/output.hpp"
#include "runtime/peers.hpp"
#include "runtime/process_state.hpp"
#include "runtime/rank/openmp_state.hpp"
#include "runtime/reports/findings.hpp"
#include "runtime/reports/left_reports.hpp"
#include "runtime/reports/monitor.hpp"
#include "runtime/scheduler/floating_point.hpp"
#include "runtime/scheduler/mappings.hpp"
#include "runtime/scheduler/processors.hpp"

namespace sartor::process {

// Linked where threads may wait at once: see threads/stuck.hpp.
[[gnu::weak]] void leave_out_threads_of_libraries() noexcept;

static constexpr std::size_t usual_stack = std::size_t{8} << 20;

// vm.overcommit_memory is 2: memory that is mapped counts, touched or not.
static bool counts_memory() noexcept {
    char text[8] = "";
    const int file = open("/proc/sys/vm/overcommit_memory", O_RDONLY | O_CLOEXEC);
    const bool is_read = file >= 0 && read(file, text, sizeof text) > 0;
    if (file >= 0) close(file);
    return is_read && text[0] == '2';
}

// Without a limit a stack is larger than most memories, as far as address space lasts for all ranks.
static std::size_t default_stack_bytes() noexcept {
    constexpr std::size_t large = std::size_t{16} << 30;
    constexpr std::size_t most_of_all = std::size_t{16} << 40;
    rlimit limit{};
    rlimit addresses{};
    if (getrlimit(RLIMIT_STACK, &limit) != 0) return usual_stack;
    if (limit.rlim_cur != RLIM_INFINITY) return limit.rlim_cur;
    if (getrlimit(RLIMIT_AS, &addresses) != 0 || addresses.rlim_cur != RLIM_INFINITY || counts_memory())
        return usual_stack;
    const std::size_t share = most_of_all / static_cast<std::size_t>(state.most);
    return std::clamp(share & -usual_stack, usual_stack, large);
}

static void fiber_body(void* argument) {
    state.body(*static_cast<Rank*>(argument));
    end_rank(0);
}

static void reserve_stacks(const Layout& layout) noexcept {
    if (!state.stacks.reserve(state.most, state.stack_bytes, mappings_for_guards(layout), layout.marks_guards,
                              layout.code_on_stacks)) {
        report(
            "no memory for the stacks of %d ranks, %zu bytes each (%s): choose smaller stacks with --stack",
            state.most, state.stack_bytes, std::strerror(errno));
        end_run(1);
    }
    if (state.stacks.guard() == Guard::shared)
        report(
            "only one of %d stacks has a guard page, since the system allows a process %zu memory mappings "
            "(vm.max_map_count): an overflow into the stack of another rank is found when its rank waits",
            state.stacks.ranks_in_a_row(), mapping_limit());
}

void State::prepare_fiber(Rank& rank) noexcept {
    const Stack stack = stacks.take(index_of(rank));
    if (stack.low == nullptr) {
        report("rank %d: no memory for the guard page of its stack (%s)", rank.number, std::strerror(errno));
        report_mapping_limit();
        end_run(1);
    }
    const FloatingPointAtStart control_words; // rather than those of the rank that runs here
    rank.context.prepare(stack, &fiber_body, &rank);
}

static void* allocate_zeroed(std::size_t bytes) noexcept {
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        report("no memory for %zu bytes of rank states (%s)", bytes, std::strerror(errno));
        end_run(1);
    }
    return memory;
}

// index: of the ranks that are here.
static int worker_of(int index, const Layout& layout, int workers) noexcept {
    if (layout.mapping == Mapping::scatter) return index % workers;
    return static_cast<int>(static_cast<long>(index) * workers / state.size);
}

static int usable_cores() noexcept {
    cpu_set_t set;
    return get_processors(set) ? CPU_COUNT(&set) : 1;
}

static int count_workers(const Layout& layout) noexcept {
    if (state.schedule != nullptr) return 1;
    if (layout.own_threads) return state.size;
    const int cores = layout.core_count > 0 ? layout.core_count : usable_cores();
    return state.size < cores ? state.size : cores;
}

static long workers_of_all_processes(const Layout& layout) noexcept {
    return static_cast<long>(state.worker_count) * layout.processes;
}
// No other worker may send something to that of this process.
static bool has_no_others(const Layout& layout) noexcept {
    return workers_of_all_processes(layout) == 1 && (peers == nullptr || !peers->are_elsewhere);
}

static Others others_than_one_worker(const Layout& layout, const Program& program) noexcept {
    // Threads of a rank's own may need its core, or processes that it starts.
    const bool may_get_others = layout.own_threads || program.meets_new_ranks;
    if (has_no_others(layout)) return may_get_others ? Others::on_shared_cores : Others::none;
    const int cores = layout.core_count > 0 ? layout.core_count : usable_cores();
    const bool each_has_one =
        state.worker_count <= cores && !layout.shares_cores &&
        (layout.processes == 1 || workers_of_all_processes(layout) <= sysconf(_SC_NPROCESSORS_ONLN));
    return each_has_one ? Others::on_own_cores : Others::on_shared_cores;
}

// Where a worker runs. Threads that its rank starts may use what it may, so where programs have threads,
// workers share out all processors, if that gives them more than one each.
static Processors processors_of(int worker, const Layout& layout) noexcept {
    const Processors all{layout.processors, layout.processor_count};
    const bool has_threads = layout.has_threads || layout.has_openmp;
    if (layout.own_threads ? all.count >= state.size : has_threads && all.count >= 2 * state.worker_count)
        return share_of(worker, state.worker_count, all);
    const bool bound = layout.core_count > 0 && !layout.own_threads && !has_no_others(layout);
    return bound ? Processors{layout.cores + worker, 1} : Processors{};
}

static void set_up_workers(const Layout& layout, const Program& program) {
    state.worker_count = count_workers(layout);
    const auto count = static_cast<std::size_t>(state.worker_count);
    state.workers = static_cast<Worker*>(allocate_zeroed(sizeof(Worker) * count));
    const std::size_t transport_bytes = rounded_to_lines(program.transport_bytes);
    const Others others = others_than_one_worker(layout, program);
    state.transports = allocate_zeroed(transport_bytes * count + 1);
    for (int index = 0; index < state.worker_count; ++index) {
        auto* worker = new (&state.workers[index]) Worker;
        void* transport =
            static_cast<char*>(state.transports) + transport_bytes * static_cast<std::size_t>(index);
        program.construct_transport(transport, index, state.worker_count);
        worker->set_up(processors_of(index, layout), others, transport);
    }
    state.workers_ended.store(0);
    census.workers = state.worker_count;
    census.idle.store(0);
}

// Ranks of other processes are known by their numbers alone.
static void name_ranks(const Layout& layout) {
    const auto count = static_cast<std::size_t>(ranks.most);
    ranks.first = static_cast<Rank*>(allocate_zeroed(sizeof(Rank) * count));
    ranks.shown = static_cast<const void**>(allocate_zeroed(sizeof(void*) * count));
    for (int number = 0; number < ranks.most; ++number) {
        auto* rank = new (&ranks.first[number]) Rank;
        rank->number = number;
        rank->congested.store(layout.backlog_bytes == 0, std::memory_order_relaxed);
    }
    state.ranks = ranks.first + layout.first_here;
}

static void set_up_ranks(const Layout& layout, const Program& program) {
    const std::size_t state_bytes = rounded_to_lines(program.state_bytes);
    state.rank_states =
        static_cast<char*>(allocate_zeroed(state_bytes * static_cast<std::size_t>(state.most) + 1));
    for (int index = 0; index < state.size; ++index)
        state.begin(index, state.workers[worker_of(index, layout, state.worker_count)]);
}

// Returns the exit code of processes that this one has started.
static int close_ranks(const Program& program) {
    for (int index = 0; index < state.worker_count; ++index)
        while (program.collect(state.workers[index].transport())) {
        }
    for (int index = 0; index < state.size; ++index) program.close(state.ranks[index]);
    write_left_reports();
    return peers != nullptr ? peers->end() : 0;
}

void tear_down_run(const Layout& layout, const Program& program) noexcept {
    const std::size_t state_bytes = rounded_to_lines(program.state_bytes);
    const auto count = static_cast<std::size_t>(state.most);
    const auto all = static_cast<std::size_t>(ranks.most);
    for (int index = 0; index < state.size; ++index) {
        program.destroy(state.ranks[index]);
        state.ranks[index].context.release();
        release_lines(state.ranks[index]);
    }
    for (int index = 0; index < state.worker_count; ++index)
        program.destroy_transport(state.workers[index].transport());
    const auto workers = static_cast<std::size_t>(state.worker_count);
    munmap(state.transports, rounded_to_lines(program.transport_bytes) * workers + 1);
    if (layout.has_threads) return; // the program's threads may outlive their ranks, and use them
    munmap(state.rank_states, state_bytes * count + 1);
    munmap(ranks.shown, sizeof(void*) * all);
    munmap(ranks.first, sizeof(Rank) * all);
    munmap(state.workers, sizeof(Worker) * workers);
    state.worker_count = 0; // for threads that look at all workers after a run
    state.workers_ended.store(0);
}

static void* worker_thread(void* worker) {
    static_cast<Worker*>(worker)->run();
    return nullptr;
}

// The calling thread is the first worker. Others get their threads here.
static void run_workers() {
    const bool known = get_processors(state.processors);
    for (int index = 1; index < state.worker_count; ++index) {
        const int error =
            pthread_create(&state.workers[index].thread, nullptr, &worker_thread, &state.workers[index]);
        if (error != 0) {
            report("can't start worker %d of %d: %s", index, state.worker_count, std::strerror(error));
            end_run(1);
        }
    }
    state.workers[0].thread = pthread_self();
    state.workers[0].run();
    for (int index = 1; index < state.worker_count; ++index)
        pthread_join(state.workers[index].thread, nullptr);
    if (known) set_processors(state.processors);
}

void set_up_run(const Layout& layout, const Program& program, void (*body)(Rank&)) noexcept {
    state.deadlock_is_found.store(false);
    state.size = layout.here > 0 ? layout.here : layout.ranks;
    state.most = state.size + layout.spares;
    const World world = layout.world_size > 0 ? World{layout.world_first, layout.world_size}
                                              : World{0, layout.ranks - layout.guests};
    ranks = {nullptr, layout.ranks, layout.guests, world, layout.report_leftovers, layout.backlog_bytes};
    ranks.watch_all = layout.watch_all;
    ranks.most = layout.ranks + layout.spares;
    state.stack_bytes = layout.stack_bytes > 0 ? layout.stack_bytes : default_stack_bytes();
    state.launched = layout.launched;
    state.has_threads = layout.has_threads;
    state.own_threads = layout.own_threads;
    state.process = getpid();
    state.exchanges_openmp = layout.has_openmp && !layout.own_threads;
    state.program = &program;
    state.schedule = program.schedule;
    state.body = body;
    tag_output(layout.tag_output);
    if (state.foreign == nullptr) {
        check_images_fit(layout);
        reserve_stacks(layout);
    }
    find_exception_state();
    prepare_fences();
    if (state.schedule != nullptr) state.schedule->start(layout, program.machine, program.state_bytes);
    if (state.exchanges_openmp && !openmp::prepare(ranks.most)) {
        report("no memory for the OpenMP data of %d ranks", layout.ranks);
        end_run(1);
    }
    set_up_workers(layout, program);
    if (layout.mapping == Mapping::compact && peers == nullptr && layout.spares == 0)
        ranks.workers = state.worker_count;
    name_ranks(layout);
    set_up_ranks(layout, program);
    if (peers != nullptr && &leave_out_threads_of_libraries != nullptr) leave_out_threads_of_libraries();
    if (peers != nullptr) peers->begin(state.worker_count == 1 && !layout.own_threads);
}

static int highest_exit_code() noexcept {
    int highest = 0;
    for (int index = 0; index < state.size; ++index)
        if (state.ranks[index].exit_code > highest) highest = state.ranks[index].exit_code;
    return highest;
}

int finish_output() noexcept {
    if (state.foreign != nullptr) state.foreign->flush_streams();
    flush_at_end();
    return std::max(highest_exit_code(), exit_code_of_output());
}

int close_run(const Program& program) noexcept {
    flush_at_end();
    if (state.schedule != nullptr) state.schedule->finish();
    const int of_others = close_ranks(program); // which may change those of ranks
    const int highest = std::max(of_others, highest_exit_code());
    if (highest != 0) return highest;
    const int found = exit_code_of_findings();
    const int left = found != 0 ? found : exit_code_of_left_reports();
    return left != 0 ? left : exit_code_of_output();
}

int run(const Layout& layout, const Program& program, void (*body)(Rank&)) {
    set_up_run(layout, program, body);
    {
        const Monitor monitor({.watchdog_seconds = layout.watchdog_seconds,
                               .timeout_seconds = layout.timeout_seconds,
                               .takes_signals = layout.launched});
        run_workers();
    }
    const int highest = close_run(program);
    tear_down_run(layout, program);
    return highest;
}

} // namespace sartor::process
