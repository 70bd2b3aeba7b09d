// Ranks of one process: the contract between the MPI layers and whatever runs the ranks.
//
// A rank is a fiber pinned to a worker. Between two calls of block(), yield() or sleep() no other rank
// of the same worker runs, so what belongs to a worker needs no locks. A rank's thread-local storage is its
// worker's.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/rank/rank.hpp"
#include "runtime/scheduler/schedule.hpp"
#include "runtime/thread_local_model.hpp"

namespace sartor::process {

struct Access;
struct CallSite;

// What the cut library supplies to the runtime in programs built with --checked.
struct Checks {
    void (*describe_buffers)(const Rank& rank, char* text, std::size_t bytes); // of its call
    void (*look_at)(Rank& rank,
                    const Access& access); // that touches watched memory (accesses/watched_memory.hpp)
    bool (*suppresses)(const Rank& rank, const char* kind, const CallSite& place,
                       const CallSite& other); // a finding (reports/suppressions.hpp)
    void (*report_suppressed)();
};

// What it supplies in all: the states of transports and ranks, and functions on them.
struct Program {
    std::size_t transport_bytes;                                           // for each worker
    void (*construct_transport)(void* transport, int worker, int workers); // before the states of its ranks
    void (*destroy_transport)(void* transport);
    bool (*collect)(void* transport); // takes in what has arrived for the worker's ranks; false: nothing
    std::size_t state_bytes;
    void (*construct)(void* state, Rank& rank); // before any rank runs
    // After all ranks have ended and all mail was collected; may set an exit code.
    void (*close)(Rank& rank);
    void (*destroy)(Rank& rank); // after all ranks were closed
    // The rank's program is over. The function that would have closed MPI; null when it is closed.
    const char* (*ended)(Rank& rank);
    void (*describe)(const Rank& rank, char* text, std::size_t bytes); // what it waits for, for reports
    int (*waits_for)(const Rank& rank);          // the rank that it waits for; -1 for none or any
    std::uint64_t (*progress)(const Rank& rank); // grows with each message delivered; read from any thread
    void (*explain_deadlock)() = nullptr; // reports its reason, as far as the states of all ranks show it
    const Checks* checks = nullptr;       // of programs built with --checked
    // Worker::serve where other ranks need answers of a worker whose ranks have ended.
    void (*serve)(Worker& worker) = nullptr;
    bool meets_new_ranks = false;       // that others start while the run goes on (spawning.hpp)
    bool starts_ranks = false;          // in this process (spares/spare_ranks.hpp)
    const Schedule* schedule = nullptr; // of an emulated machine
    const void* machine = nullptr;      // what its start() takes
};

enum class Mapping : std::uint8_t { compact, scatter };

inline constexpr std::size_t usual_backlog = std::size_t{64} << 20;
inline constexpr std::size_t least_backlog = std::size_t{64} << 10; // or none

// How to run. Zero or null means: decide yourself.
struct Layout {
    int ranks = 1;
    int first_here = 0;  // of the ranks that this process has: see peers.hpp
    int here = 0;        // how many; 0: all
    int processes = 1;   // that share the cores
    int guests = 0;      // the last of them, who run another program: they are outside of the others' world
    int world_first = 0; // of the ranks here, where they are not all but the guests:
    int world_size = 0;  // see spawning.hpp
    int spares = 0;      // ranks that others may start here, behind all of these: see spares/spare_ranks.hpp
    Mapping mapping = Mapping::compact;
    const int* cores = nullptr; // logical CPUs, one worker each
    int core_count = 0;
    bool shares_cores = false; // with other processes of the run
    // Of programs with threads: logical CPUs that workers share out, each as many of them in a row for all
    // threads of its ranks, if there are at least two for each, or one where ranks have OS threads of their
    // own. Null: the system decides.
    const int* processors = nullptr;
    int processor_count = 0;
    std::size_t stack_bytes = 0; // per rank; the default is the soft limit of the main thread's stack
    int image_mappings = 0; // at least, of the system's memory mappings, for each rank's copy of the program
    std::size_t mapping_limit = 0; // of the process; the default is the system's
    bool marks_guards = true;      // where mappings don't suffice for guard pages and the system can
    bool code_on_stacks = false;   // the program's nested functions write code there
    bool tag_output = false;
    bool has_threads = false;      // the program starts threads
    bool own_threads = false;      // and any of them may call MPI: an OS thread for each rank
    bool has_openmp = false;       // GCC's, whose data of a thread are a rank's: see openmp_state.hpp
    bool report_leftovers = false; // say at the end what was not freed or received
    bool watch_all = false;        // see Ranks::watch_all
    int watchdog_seconds = 0;      // end a run in which no message was delivered for so long
    int timeout_seconds = 0;       // end a run that has lasted so long
    bool launched = false;         // by sartor run: see rank/launch_variables.hpp, reports/monitor.hpp
    std::size_t backlog_bytes = usual_backlog; // see Ranks::backlog_bytes
};

// Runs body(rank) once for each rank and returns the highest exit code. Not reentrant. A deadlock ends the
// process with deadlock_exit_code.
int run(const Layout& layout, const Program& program, void (*body)(Rank&));

inline constexpr int findings_exit_code = 1; // see reports/findings.hpp; likewise
inline constexpr int usage_exit_code = 2;
inline constexpr int deadlock_exit_code = 3;
inline constexpr int leftovers_exit_code = 4; // of a run that failed in no other way
inline constexpr int timeout_exit_code = 124; // that of timeout(1)

// The ranks that run one program: numbers in a row.
struct World {
    int first = 0;
    int size = 0;
};

// The rank that runs here, or null outside of ranks.
extern constinit thread_local Rank* current __attribute__((tls_model(SARTOR_THREAD_LOCAL_MODEL)));

// All ranks, by number. Of a run that can start further ranks in other processes: all that there can be.
struct Ranks {
    Rank* first = nullptr;
    int size = 0; // grows where ranks start others in this process
    int guests = 0;
    World world{}; // of the ranks here but guests
    bool report_leftovers = false;
    std::size_t backlog_bytes =
        usual_backlog;      // of copies that may wait for their receives, for each rank of a worker
    int workers = 0;        // that share the ranks evenly, neighbouring numbers together; 0 when they don't
    bool watch_all = false; // in programs built with --checked: the buffers of all immediate operations
    const void** shown = nullptr; // for each rank an address for others to read
    int most = 0;                 // that there can be
};
extern Ranks ranks;
[[nodiscard]] inline int size() noexcept {
    return ranks.size;
}
[[nodiscard]] inline int most_ranks() noexcept {
    return ranks.most;
}
[[nodiscard]] inline Rank& rank(int number) noexcept {
    return ranks.first[number];
}
[[nodiscard]] inline bool is_guest(int number) noexcept {
    return ranks.guests > 0 && number >= ranks.size - ranks.guests;
}

// Of a rank that is here.
[[nodiscard]] inline World world_of(int number) noexcept {
    return is_guest(number) ? World{ranks.size - ranks.guests, ranks.guests} : ranks.world;
}

// Whether to say at the end what the program left over.
[[nodiscard]] inline bool reports_leftovers() noexcept {
    return ranks.report_leftovers;
}

// Whether to watch the buffers of all immediate operations, or of some.
[[nodiscard]] inline bool watches_all() noexcept {
    return ranks.watch_all;
}

// Whether the program starts threads of its own, and whether this is the thread that runs the rank's main.
[[nodiscard]] bool program_has_threads() noexcept;
// Whether threads besides a rank's main thread may call MPI, one at a time.
[[nodiscard]] bool any_thread_may_call() noexcept;
// Whether the calling thread may.
[[nodiscard]] bool may_call_here() noexcept;
[[nodiscard]] bool on_main_thread() noexcept;
// From now on any threads of the rank may call at once: see threads/critical_section.hpp. Requires
// any_thread_may_call(). False: no memory.
[[nodiscard]] bool let_threads_call_at_once(Rank& rank) noexcept;

// Lets others run until wake(current). May return early: callers test their condition again.
void block() noexcept;
// Ends a block() of this rank, now or the next one to come. From any thread.
void wake(Rank& rank) noexcept;
// Lets the other ranks of this worker that are ready run first.
void yield() noexcept;
// After a poll that has found nothing: lets those run that have something to do, and from time to time those
// that poll as well.
void give_way() noexcept;
// Lets others run for so many nanoseconds of the machine's time.
void sleep(std::int64_t nanoseconds) noexcept;
[[nodiscard]] std::int64_t now() noexcept; // monotonic nanoseconds

// Ends the current rank as exit() does: its exit handlers run, the others go on.
[[noreturn]] void end_rank(int exit_code) noexcept;
// The same for a call of exit(), which would have returned there.
[[noreturn]] void end_rank_in_exit(int exit_code, const void* return_address) noexcept;
// Ends all ranks at once (MPI_Abort, a fatal error). What was written so far comes out.
[[noreturn]] void end_run(int exit_code) noexcept;

// One line on standard error: "sartor: " and the text, formatted as by printf; several lines may be given.
void report(const char* format, ...) noexcept __attribute__((format(printf, 1, 2)));

// Ends all ranks where the system has no memory for `what`, and no error can be returned.
[[noreturn, gnu::cold, gnu::noinline]] inline void end_without_memory(const char* what) noexcept {
    report("no memory for %s", what);
    end_run(1);
}
// The same of so many bytes.
[[noreturn, gnu::cold, gnu::noinline]] inline void end_without_memory(const char* what,
                                                                      std::size_t bytes) noexcept {
    report("no memory for %zu bytes of %s", bytes, what);
    end_run(1);
}

// Ends all ranks with a report of one of them: such a line, and that of report_caller(). Ranks that do so at
// the same time for the same reason are named together.
[[noreturn]] void end_run_at(const Rank& rank, const void* return_address, int exit_code, const char* format,
                             ...) noexcept __attribute__((format(printf, 4, 5)));

// A line with the location in the rank's program that a call returns to, where it is known.
void report_caller(const Rank& rank, const void* return_address) noexcept;

} // namespace sartor::process
