// Ranks that have failed are replaced: others start new ones with MPI_Comm_spawn, which get the old ranks' numbers and
// data. At the end there are as many ranks as at the beginning.
//
// Values diffuse along a ring. Each rank has a block of them, and its right neighbour keeps a copy of the block, made
// every few steps. A new rank gets the copy, and all go back to its step. If a rank and its right neighbour have both
// failed, all begin again.
//
// Usage: respawn [STEPS]   (default: 24)
#include "recovery.h"

#include <string.h>
#include <unistd.h>

enum { cells = 8, steps_between_copies = 4, unknown = -1 };
enum { left_tag, right_tag, copy_tag, number_tag, block_tag };

typedef long long Block[cells];

// The own block and that of the left neighbour, as they were in one step.
typedef struct {
    int step; // unknown: there is none
    Block own, left;
} Copy;

static int steps = 24;
static int step = unknown; // unknown: this rank has just been started
static Block block;
// Two, since a rank may be one copy ahead of another one: never more, as all meet before they keep one.
static Copy copies[2] = {{.step = unknown}, {.step = unknown}};

static int left_of(const Team* team) {
    return (team->rank + team->size - 1) % team->size;
}
static int right_of(const Team* team) {
    return (team->rank + 1) % team->size;
}

static void fill(Block first, int rank) {
    for (int cell = 0; cell < cells; ++cell) first[cell] = (rank * cells + cell) % 7 * 1000;
}

static long long next_value(long long before, long long value, long long behind) {
    return value + (before - 2 * value + behind) / 4;
}

// Functions with a team return whether the work on its communicator can go on.
static int do_step(const Team* team) {
    long long row[cells + 2];
    memcpy(row + 1, block, sizeof block);
    if (!succeeded(MPI_Sendrecv(&row[cells], 1, MPI_LONG_LONG, right_of(team), right_tag, &row[0], 1, MPI_LONG_LONG,
                                left_of(team), right_tag, team->comm, MPI_STATUS_IGNORE)) ||
        !succeeded(MPI_Sendrecv(&row[1], 1, MPI_LONG_LONG, left_of(team), left_tag, &row[cells + 1], 1, MPI_LONG_LONG,
                                right_of(team), left_tag, team->comm, MPI_STATUS_IGNORE)))
        return 0;
    for (int cell = 1; cell <= cells; ++cell) block[cell - 1] = next_value(row[cell - 1], row[cell], row[cell + 1]);
    ++step;
    return 1;
}

static Copy* copy_of(int of_step) {
    return &copies[of_step / steps_between_copies % 2];
}

static int keep_copy(const Team* team) {
    Copy made = {.step = step};
    memcpy(made.own, block, sizeof block);
    if (!succeeded(MPI_Barrier(team->comm)) ||
        !succeeded(MPI_Sendrecv(made.own, cells, MPI_LONG_LONG, right_of(team), copy_tag, made.left, cells,
                                MPI_LONG_LONG, left_of(team), copy_tag, team->comm, MPI_STATUS_IGNORE)))
        return 0;
    *copy_of(step) = made;
    return 1;
}

static int newest_copy(void) {
    return copies[0].step > copies[1].step ? copies[0].step : copies[1].step;
}

// Goes back to the newest step of which all blocks are known. Ranks without copies get theirs from their right
// neighbours.
static int restore(const Team* team) {
    int known[team->size];
    const int own = newest_copy();
    int to = steps;
    if (!succeeded(MPI_Allgather(&own, 1, MPI_INT, known, 1, MPI_INT, team->comm))) return 0;
    for (int rank = 0; rank < team->size; ++rank) {
        const int is_lost = known[rank] == unknown && known[(rank + 1) % team->size] == unknown;
        if (is_lost) to = 0;
        if (known[rank] != unknown && known[rank] < to) to = known[rank];
    }
    step = to;
    if (to == 0)
        fill(block, team->rank);
    else if (own != unknown)
        memcpy(block, copy_of(to)->own, sizeof block);
    if (to > 0 && known[left_of(team)] == unknown &&
        !succeeded(MPI_Send(copy_of(to)->left, cells, MPI_LONG_LONG, left_of(team), block_tag, team->comm)))
        return 0;
    if (to > 0 && own == unknown &&
        !succeeded(MPI_Recv(block, cells, MPI_LONG_LONG, right_of(team), block_tag, team->comm, MPI_STATUS_IGNORE)))
        return 0;
    return 1;
}

static int is_right(const long long* all, int size) {
    const int count = size * cells;
    long long values[2][count];
    for (int rank = 0; rank < size; ++rank) fill(&values[0][rank * cells], rank);
    for (int done = 0; done < steps; ++done)
        for (int cell = 0; cell < count; ++cell)
            values[(done + 1) % 2][cell] = next_value(values[done % 2][(cell + count - 1) % count], values[done % 2][cell],
                                                      values[done % 2][(cell + 1) % count]);
    return memcmp(all, values[steps % 2], sizeof values[0]) == 0;
}

static int work(const Team* team, long long* all) {
    if (!restore(team)) return 0;
    for (;;) {
        if (step % steps_between_copies == 0 && !keep_copy(team)) return 0;
        if (step == steps) break;
        if (!do_step(team)) return 0;
    }
    return succeeded(MPI_Allgather(block, cells, MPI_LONG_LONG, all, cells, MPI_LONG_LONG, team->comm));
}

// ---- New ranks. What the two sides agree on is the same at all of them: MPIX_Comm_agree gives each side the AND of the
// other one's flags.

static int both_succeeded(MPI_Comm local, MPI_Comm across, int own) {
    int here = own, there = own;
    if (!succeeded(MPIX_Comm_agree(local, &here))) here = 0;
    if (!succeeded(MPIX_Comm_agree(across, &there))) there = 0;
    return here && there;
}

// One communicator of both sides of the other one, with the rank `number` here. MPI_COMM_NULL: a rank has failed. Frees
// the other one.
static MPI_Comm united(MPI_Comm local, MPI_Comm across, int is_new, int number) {
    MPI_Comm merged = MPI_COMM_NULL, ordered = MPI_COMM_NULL;
    const int is_merged = succeeded(MPI_Intercomm_merge(across, is_new, &merged));
    const int all_merged = both_succeeded(local, across, is_merged);
    (void)succeeded(MPI_Comm_free(&across));
    if (all_merged) {
        const int is_split = succeeded(MPI_Comm_split(merged, 0, number, &ordered));
        if (!all_succeeded(merged, is_split) && is_split) (void)succeeded(MPI_Comm_free(&ordered));
    }
    if (is_merged) (void)succeeded(MPI_Comm_free(&merged));
    return ordered;
}

// The numbers that nobody among the survivors has. Returns whether all of them got the same list.
static int find_missing(MPI_Comm survivors, int number, int size, int* missing) {
    int alive = 0, count = 0;
    (void)succeeded(MPI_Comm_size(survivors, &alive));
    int numbers[alive];
    if (!succeeded(MPI_Allgather(&number, 1, MPI_INT, numbers, 1, MPI_INT, survivors))) return 0;
    for (int one = 0; one < size; ++one) {
        int is_here = 0;
        for (int at = 0; at < alive; ++at) is_here |= numbers[at] == one;
        if (!is_here) missing[count++] = one;
    }
    return 1;
}

// As many ranks as before, in the same order, some of them new. Frees the old communicator.
static MPI_Comm restored(Team team, const char* program) {
    char* arguments[] = {NULL, NULL};
    char text[16];
    snprintf(text, sizeof text, "%d", steps);
    arguments[0] = text;
    for (MPI_Comm survivors = survivors_of(team.comm), whole;; survivors = survivors_of(survivors)) {
        MPI_Comm across = MPI_COMM_NULL;
        int missing[team.size], alive = 0, rank = 0;
        if (!all_succeeded(survivors, find_missing(survivors, team.rank, team.size, missing))) continue;
        (void)succeeded(MPI_Comm_size(survivors, &alive));
        (void)succeeded(MPI_Comm_rank(survivors, &rank));
        if (alive == team.size) return survivors; // the failure came before the first one left
        const int is_started = succeeded(MPI_Comm_spawn(program, arguments, team.size - alive, MPI_INFO_NULL, 0,
                                                        survivors, &across, MPI_ERRCODES_IGNORE));
        // Survivors that have no communicator with the new ranks can't agree with them: then these are given up.
        if (!all_succeeded(survivors, is_started)) {
            if (is_started) {
                (void)succeeded(MPIX_Comm_revoke(across));
                (void)succeeded(MPI_Comm_free(&across));
            }
            continue;
        }
        // Who has its number knows that all survivors go on to united().
        for (int one = 0; rank == 0 && one < team.size - alive; ++one)
            (void)succeeded(MPI_Send(&missing[one], 1, MPI_INT, one, number_tag, across));
        whole = united(survivors, across, 0, team.rank);
        if (whole == MPI_COMM_NULL) continue;
        (void)succeeded(MPI_Comm_free(&survivors));
        return whole;
    }
}

// Of a new rank: the communicator of all. MPI_COMM_NULL: another rank has failed meanwhile, and the survivors start new
// ranks once more. A rank that gets no number doesn't know whether they wait for it, and leaves as if it had failed.
static MPI_Comm joined(MPI_Comm parents) {
    int number = 0;
    if (!succeeded(MPI_Recv(&number, 1, MPI_INT, 0, number_tag, parents, MPI_STATUS_IGNORE))) _exit(0);
    return united(MPI_COMM_WORLD, parents, 1, number);
}

int main(int argc, char** argv) {
    MPI_Comm parents = MPI_COMM_NULL, comm = MPI_COMM_WORLD;
    MPI_Init(&argc, &argv);
    let_errors_return();
    if (argc > 1) steps = atoi(argv[1]);
    if (!succeeded(MPI_Comm_get_parent(&parents))) fail("no answer whether there are parents");
    if (parents != MPI_COMM_NULL) {
        (void)succeeded(MPI_Comm_set_errhandler(parents, MPI_ERRORS_RETURN));
        comm = joined(parents);
        if (comm == MPI_COMM_NULL) return MPI_Finalize();
    }
    Team team = team_of(comm);
    long long all[team.size * cells];
    while (!all_succeeded(team.comm, work(&team, all))) team = team_of(restored(team, argv[0]));
    if (!is_right(all, team.size)) fail("respawn: wrong values");
    if (team.rank == 0) printf("respawn: %d ranks, right\n", team.size);
    return MPI_Finalize();
}
