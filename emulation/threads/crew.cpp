// Flows of a rank's threads, and who of them runs.
#include "emulation/threads/crew.hpp"

#include <cerrno>
#include <cstdlib>
#include <new>
#include <utility>

#include "emulation/threads/team.hpp"

namespace sartor::machine::manycore::threads {

namespace {

void store(Thread& thread) noexcept {
    const Pe& pe = own_pe();
    thread.times = {pe.clock, pe.computing, pe.communicating, pe.waiting};
    thread.saved_errno = errno;
    if (const auto* exceptions = process::exception_state_of_thread()) thread.exceptions = *exceptions;
}

void load(Crew& crew, const Thread& thread) noexcept {
    Pe& pe = own_pe();
    pe.clock = thread.times.clock;
    pe.computing = thread.times.computing;
    pe.communicating = thread.times.communicating;
    pe.waiting = thread.times.waiting;
    errno = thread.saved_errno;
    if (auto* exceptions = process::exception_state_of_thread()) *exceptions = thread.exceptions;
    crew.running = thread.number;
    process::current->beside_main = thread.number != 0;
}

Thread* first_ready(Crew& crew) noexcept {
    Thread* first = nullptr;
    for (int number = 0; number < crew.active; ++number) {
        Thread& one = crew.threads[number];
        if (one.is_ready && (first == nullptr || one.times.clock < first->times.clock)) first = &one;
    }
    return first;
}

[[noreturn]] void end_stuck(const Crew& crew) noexcept {
    process::report("rank %d: a deadlock of its threads: all of them wait", process::current->number);
    for (int number = 0; number < crew.active; ++number)
        process::report("  thread %d: %s", number,
                        crew.threads[number].waits != nullptr ? crew.threads[number].waits : "has ended");
    process::end_run(process::deadlock_exit_code);
}

void run_seat(void* object) noexcept {
    auto& thread = *static_cast<Thread*>(object);
    Team& team = *thread.seat->team;
    team.body(team.data);
    const InRuntime inside;
    thread.is_ready = false;
    store(thread);
    if (++team.ended == team.size - 1 && team.main_waits) go_on(team.crew->threads[0], 0, 0);
}

// By thread 0, until it is the first that may run.
void run_others(Crew& crew) noexcept {
    for (;;) {
        Thread* next = first_ready(crew);
        if (next == nullptr) end_stuck(crew);
        load(crew, *next);
        if (next->flow == nullptr) return;
        if (next->has_begun) {
            next->flow->resume();
        } else {
            next->has_begun = true;
            leave();
            next->flow->start(&run_seat, next);
        }
    }
}

void switch_threads(Crew& crew) noexcept {
    Thread& self = running(crew);
    store(self);
    if (self.flow != nullptr)
        self.flow->suspend();
    else
        run_others(crew);
}

void release_crews() noexcept {
    for (int rank = 0; rank < the_run->ranks; ++rank) {
        Crew* crew = the_run->pes[rank].crew;
        if (crew == nullptr) continue;
        for (int number = 1; number < crew->made; ++number)
            process::Flow::destroy(crew->threads[number].flow);
        std::free(crew->alone);
        std::free(crew->threads);
        std::free(crew);
    }
}

Crew* make_crew(const Pe& pe) noexcept {
    static bool released = false;
    if (!std::exchange(released, true)) at_end(&release_crews);
    auto* crew = new (allocate<Crew>(1)) Crew;
    crew->most = chip().description().is_io(pe.node) ? 1 : the_run->options.threads;
    crew->wanted = crew->most;
    crew->threads = allocate<Thread>(static_cast<std::size_t>(crew->most));
    for (int number = 0; number < crew->most; ++number)
        (new (&crew->threads[number]) Thread)->number = number;
    crew->alone = new (allocate<Team>(1)) Team{.crew = crew};
    crew->outermost.team = crew->alone;
    crew->threads[0].seat = &crew->outermost;
    crew->threads[0].is_ready = true;
    return crew;
}

} // namespace

Crew& own_crew() noexcept {
    Pe& pe = own_pe();
    if (pe.crew == nullptr) pe.crew = make_crew(pe);
    return *pe.crew;
}

InRuntime::InRuntime() noexcept {
    count_measured();
}
InRuntime::~InRuntime() {
    leave();
}

void synchronize() noexcept {
    Crew& crew = own_crew();
    Thread& self = running(crew);
    self.times.clock = own_pe().clock;
    if (first_ready(crew) != &self) switch_threads(crew);
}

void wait_for(const char* what) noexcept {
    Crew& crew = own_crew();
    Thread& self = running(crew);
    self.is_ready = false;
    self.waits = what;
    switch_threads(crew);
    self.waits = nullptr;
}

void go_on(Thread& thread, Cycles time, Cycles cycles) noexcept {
    Times& times = thread.times;
    if (time > times.clock) {
        times.waiting += time - times.clock;
        times.clock = time;
    }
    times.clock += cycles;
    times.communicating += cycles;
    thread.is_ready = true;
}

} // namespace sartor::machine::manycore::threads
