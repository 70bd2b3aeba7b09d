// A parallel region from fork to join, its barriers and the list of its work-sharing constructs.
#include "emulation/threads/team.hpp"

#include <cstdlib>
#include <new>

namespace sartor::machine::manycore::threads {

namespace {

[[noreturn]] void end_without_stacks(int count) noexcept {
    process::report(
        "rank %d: its cluster has no room for the stacks of %d more threads (stack_bytes: %lld each); "
        "choose fewer with --threads, or --smem unlimited",
        process::current->number, count, static_cast<long long>(chip().description().stack_bytes));
    process::end_run(1);
}

void make_threads(Crew& crew, int size) noexcept {
    if (size <= crew.made) return;
    if (!take_stacks(size - crew.made)) end_without_stacks(size - crew.made);
    for (; crew.made < size; ++crew.made) {
        process::Flow* flow = process::Flow::make();
        if (flow == nullptr) end_without_memory(0);
        crew.threads[crew.made].flow = flow;
    }
}

void free_shares(Team& team) noexcept {
    while (team.shares != nullptr) {
        Share* first = team.shares;
        team.shares = first->next;
        std::free(first);
    }
}

// A region of one thread, inside of another one or where no more are requested, costs nothing.
void run_alone(Crew& crew, Body body, void* data, const Share* first) noexcept {
    Thread& self = running(crew);
    Team team{.crew = &crew};
    Seat seat{.team = &team, .outer = self.seat};
    if (first != nullptr) adopt_first_share(team, seat, first);
    self.seat = &seat;
    body(data);
    self.seat = seat.outer;
    free_shares(team);
}

void fork(Team& team, Seat* seats, const Share* first) noexcept {
    Crew& crew = *team.crew;
    const InRuntime inside;
    make_threads(crew, team.size);
    charge(chip().description().thread_fork);
    crew.active = team.size;
    ++crew.regions;
    for (int number = 0; number < team.size; ++number) {
        Thread& thread = crew.threads[number];
        seats[number] = {.team = &team, .outer = thread.seat, .number = number};
        if (first != nullptr) adopt_first_share(team, seats[number], first);
        thread.seat = &seats[number];
        thread.is_ready = true;
        if (number == 0) continue;
        thread.has_begun = false;
        thread.times = {.clock = own_pe().clock};
        thread.exceptions = {nullptr, 0};
    }
}

// What the others did is the crew's; the main thread waits for the last of them.
Cycles gather(Crew& crew) noexcept {
    Cycles latest = 0;
    for (int number = 1; number < crew.active; ++number) {
        const Times& times = crew.threads[number].times;
        crew.computing += times.computing;
        crew.communicating += times.communicating;
        if (times.clock > latest) latest = times.clock;
    }
    return latest;
}

void join(Team& team) noexcept {
    Crew& crew = *team.crew;
    const InRuntime inside;
    team.main_waits = true;
    if (team.ended < team.size - 1) wait_for("waits for the others to end");
    const Cycles latest = gather(crew);
    Pe& pe = own_pe();
    if (latest > pe.clock) {
        pe.waiting += latest - pe.clock;
        pe.clock = latest;
    }
    for (int number = 0; number < crew.active; ++number)
        crew.threads[number].seat = crew.threads[number].seat->outer;
    crew.active = 1;
    charge(chip().description().thread_join);
    free_shares(team);
}

} // namespace

void run_region(Body body, void* data, unsigned wanted, const Share* first) noexcept {
    Crew& crew = own_crew();
    int size = wanted == 0 ? crew.wanted : static_cast<int>(wanted);
    if (size > crew.most) size = crew.most;
    if (size == 1 || crew.active > 1) return run_alone(crew, body, data, first);
    Team team{.crew = &crew, .size = size, .body = body, .data = data};
    auto* seats = allocate<Seat>(static_cast<std::size_t>(size));
    fork(team, seats, first);
    body(data);
    join(team);
    std::free(seats);
}

void barrier() noexcept {
    Team& team = *own_seat().team;
    if (team.size == 1) return;
    const InRuntime inside;
    if (++team.arrived < team.size) return wait_for("waits at a barrier");
    team.arrived = 0;
    Crew& crew = *team.crew;
    Thread& self = running(crew);
    Cycles latest = own_pe().clock;
    for (int number = 0; number < team.size; ++number)
        if (number != self.number && crew.threads[number].times.clock > latest)
            latest = crew.threads[number].times.clock;
    const Cycles cycles = chip().work(own_pe().node, chip().description().thread_barrier);
    for (int number = 0; number < team.size; ++number)
        if (number != self.number) go_on(crew.threads[number], latest, cycles);
    Pe& pe = own_pe();
    pe.waiting += latest - pe.clock;
    pe.clock = latest;
    charge(chip().description().thread_barrier);
}

static Share& insert_share(Team& team, std::int64_t number, const Loop& loop) noexcept {
    auto* share = new (allocate<Share>(1)) Share{.number = number, .loop = loop, .next = team.shares};
    team.shares = share;
    return *share;
}

static Share* find_share(Team& team, std::int64_t number) noexcept {
    Share* share = team.shares;
    while (share != nullptr && share->number != number) share = share->next;
    return share;
}

bool enter_share(const Loop& wanted) noexcept {
    synchronize();
    Seat& seat = own_seat();
    const std::int64_t number = seat.begun++;
    seat.trip = 0;
    seat.share = find_share(*seat.team, number);
    if (seat.share != nullptr) return false;
    seat.share = &insert_share(*seat.team, number, wanted);
    return true;
}

void leave_share() noexcept {
    Seat& seat = own_seat();
    Team& team = *seat.team;
    if (++seat.share->left < team.size) return;
    Share** link = &team.shares;
    while (*link != seat.share) link = &(*link)->next;
    *link = seat.share->next;
    std::free(seat.share);
    seat.share = nullptr;
}

void adopt_first_share(Team& team, Seat& seat, const Share* first) noexcept {
    seat.share = team.shares != nullptr ? team.shares : &insert_share(team, 0, first->loop);
    seat.begun = 1;
}

} // namespace sartor::machine::manycore::threads
