// Conjugate gradients for Laplace's equation on a line. The program goes on when ranks fail.
//
// The points are distributed in blocks. Every few iterations each rank makes a checkpoint: it keeps its block, and
// sends a copy to the next rank, its buddy. When a rank fails, the survivors distribute the points of the last
// checkpoint among themselves and go on from there. The lost block is in the memory of the buddy. If the buddy has
// failed, too, they start again.
//
// Usage: conjugate_gradient [POINTS]   (default: 160; one for each rank at least)
#include "recovery.h"

#include <string.h>

enum { interval = 10, none = -1, values_of_point = 3 }; // interval: iterations from checkpoint to checkpoint

typedef struct {
    double solution, residual, direction;
} Point;

typedef struct {
    int first, count; // points
} Block;

typedef struct {
    int iteration;
    int rank, ranks; // of the communicator on which it was made: they say which blocks it has
    Point *own, *copy; // the block of this rank, and the block of the rank before
} Checkpoint;

static int points;
static Block block; // of this rank
static Point* own;
static int iteration;

// If a rank fails during a checkpoint, some ranks have the new checkpoint, and others have only the one before. So two
// are kept. Two are enough: between checkpoints are sums over all ranks, so no rank is ahead by more than one.
static Checkpoint checkpoints[2];
static int saved; // checkpoints until now; the last of them is checkpoints[saved % 2]

static Block block_of(int rank, int ranks) {
    const Block result = {(int)((long)points * rank / ranks),
                          (int)((long)points * (rank + 1) / ranks) - (int)((long)points * rank / ranks)};
    return result;
}
static int rank_before(int rank, int ranks) {
    return (rank + ranks - 1) % ranks;
}
static Point* resized(Point* old, int count) {
    Point* const result = realloc(old, (size_t)count * sizeof(Point));
    if (result == NULL) fail("conjugate_gradient: no memory for this many points");
    return result;
}

// The right-hand side belongs to a known solution.
static double expected_at(int point) {
    return point < 0 || point >= points ? 0 : (double)(point * 31 % 101) / 101;
}
static double right_side(int point) {
    return 2 * expected_at(point) - expected_at(point - 1) - expected_at(point + 1);
}

static void start_from_the_beginning(void) {
    iteration = 0;
    for (int at = 0; at < block.count; ++at) {
        own[at].solution = 0;
        own[at].residual = own[at].direction = right_side(block.first + at);
    }
}

// Functions with a team return whether their calls of MPI succeeded.
static int save(const Team* team) {
    const int before = rank_before(team->rank, team->size), next = (team->rank + 1) % team->size;
    const int copied = block_of(before, team->size).count;
    Checkpoint* const made = &checkpoints[(saved + 1) % 2];
    made->iteration = iteration, made->rank = team->rank, made->ranks = team->size;
    made->own = resized(made->own, block.count);
    made->copy = resized(made->copy, copied);
    memcpy(made->own, own, (size_t)block.count * sizeof(Point));
    if (!succeeded(MPI_Sendrecv(made->own, values_of_point * block.count, MPI_DOUBLE, next, 0, made->copy,
                                values_of_point * copied, MPI_DOUBLE, before, 0, team->comm, MPI_STATUS_IGNORE)))
        return 0;
    ++saved;
    return 1;
}

// The values that `receiver` gets out of `sent`: how many, and where they are in `base`.
static void overlap(Block sent, Block receiver, Block base, int* count, int* offset) {
    const int sent_end = sent.first + sent.count, receiver_end = receiver.first + receiver.count;
    const int first = sent.first > receiver.first ? sent.first : receiver.first;
    const int end = sent_end < receiver_end ? sent_end : receiver_end;
    *count = first < end ? values_of_point * (end - first) : 0;
    *offset = first < end ? values_of_point * (first - base.first) : 0;
}

// Each rank sends one block of the old distribution, or none, to the ranks that its points belong to now. `numbers` has
// the number of the block that each rank sends.
static int distribute(const Team* team, const Point* sent, const int* numbers, int old_ranks) {
    int counts[team->size], offsets[team->size], own_counts[team->size], own_offsets[team->size];
    const Block empty = {0, 0};
    const Block mine = numbers[team->rank] == none ? empty : block_of(numbers[team->rank], old_ranks);
    for (int rank = 0; rank < team->size; ++rank) {
        const Block theirs = numbers[rank] == none ? empty : block_of(numbers[rank], old_ranks);
        overlap(mine, block_of(rank, team->size), mine, &counts[rank], &offsets[rank]);
        overlap(theirs, block, block, &own_counts[rank], &own_offsets[rank]);
    }
    return succeeded(MPI_Alltoallv(sent, counts, offsets, MPI_DOUBLE, own, own_counts, own_offsets, MPI_DOUBLE,
                                   team->comm));
}

// Goes back to the last checkpoint that all ranks have. It stays as it is until the next one is complete, so after a
// failure in here the survivors do the same again.
static int restore(const Team* team) {
    int common = 0, found = team->size;
    int owners[team->size], copies[team->size]; // of each rank: the block that it owned, the block that only it has
    block = block_of(team->rank, team->size);
    own = resized(own, block.count);
    if (!succeeded(MPI_Allreduce(&saved, &common, 1, MPI_INT, MPI_MIN, team->comm))) return 0;
    saved = common;
    if (saved == 0) {
        start_from_the_beginning();
        return 1;
    }
    const Checkpoint* const last = &checkpoints[saved % 2];
    if (!succeeded(MPI_Allgather(&last->rank, 1, MPI_INT, owners, 1, MPI_INT, team->comm))) return 0;
    int is_owned[last->ranks];
    memset(is_owned, 0, sizeof is_owned);
    for (int rank = 0; rank < team->size; ++rank) is_owned[owners[rank]] = 1;
    for (int rank = 0; rank < team->size; ++rank) {
        const int before = rank_before(owners[rank], last->ranks);
        copies[rank] = is_owned[before] ? none : before;
        found += copies[rank] != none;
    }
    if (found < last->ranks) { // a rank and its buddy have failed
        start_from_the_beginning();
        return 1;
    }
    iteration = last->iteration;
    return distribute(team, last->own, owners, last->ranks) && distribute(team, last->copy, copies, last->ranks);
}

// Sends the values at both ends of the block to the neighbours, and gets theirs; 0 at the ends of the line.
static int exchange(const Team* team, double first, double last, double* before, double* after) {
    const int left = team->rank > 0 ? team->rank - 1 : MPI_PROC_NULL;
    const int right = team->rank + 1 < team->size ? team->rank + 1 : MPI_PROC_NULL;
    *before = *after = 0;
    return succeeded(MPI_Sendrecv(&first, 1, MPI_DOUBLE, left, 0, after, 1, MPI_DOUBLE, right, 0, team->comm,
                                  MPI_STATUS_IGNORE)) &&
           succeeded(MPI_Sendrecv(&last, 1, MPI_DOUBLE, right, 0, before, 1, MPI_DOUBLE, left, 0, team->comm,
                                  MPI_STATUS_IGNORE));
}
static int add_up(const Team* team, double part, double* sum) {
    return succeeded(MPI_Allreduce(&part, sum, 1, MPI_DOUBLE, MPI_SUM, team->comm));
}

// The matrix: 2 on the diagonal, -1 for each neighbour.
static int multiply(const Team* team, double* product) {
    double before, after;
    const int last = block.count - 1;
    if (!exchange(team, own[0].direction, own[last].direction, &before, &after)) return 0;
    for (int at = 0; at <= last; ++at)
        product[at] = 2 * own[at].direction - (at > 0 ? own[at - 1].direction : before) -
                      (at < last ? own[at + 1].direction : after);
    return 1;
}

static int step(const Team* team, double* norm) {
    double product[block.count], along = 0, part = 0, sum = 0, next = 0;
    if (!multiply(team, product)) return 0;
    for (int at = 0; at < block.count; ++at) along += own[at].direction * product[at];
    if (!add_up(team, along, &sum)) return 0;
    for (int at = 0; at < block.count; ++at) {
        own[at].solution += *norm / sum * own[at].direction;
        own[at].residual -= *norm / sum * product[at];
        part += own[at].residual * own[at].residual;
    }
    if (!add_up(team, part, &next)) return 0;
    for (int at = 0; at < block.count; ++at)
        own[at].direction = own[at].residual + next / *norm * own[at].direction;
    *norm = next;
    ++iteration;
    return 1;
}

// Begins with a checkpoint of the new distribution, because restore() goes back to an iteration that had one.
static int solve(const Team* team) {
    double part = 0, norm = 0;
    for (int at = 0; at < block.count; ++at) part += own[at].residual * own[at].residual;
    if (!add_up(team, part, &norm)) return 0;
    while (norm > 1e-24 && iteration < 10 * points) {
        if (iteration % interval == 0 && !save(team)) return 0;
        if (!step(team, &norm)) return 0;
    }
    return 1;
}

// Computes the residual from the solution alone.
static int verify(const Team* team, int* is_right) {
    double before, after, part = 0, norm = 0;
    const int last = block.count - 1;
    if (!exchange(team, own[0].solution, own[last].solution, &before, &after)) return 0;
    for (int at = 0; at <= last; ++at) {
        const double residual = right_side(block.first + at) - 2 * own[at].solution +
                                (at > 0 ? own[at - 1].solution : before) + (at < last ? own[at + 1].solution : after);
        part += residual * residual;
    }
    if (!add_up(team, part, &norm)) return 0;
    *is_right = norm < 1e-20;
    return 1;
}

// If a rank fails, the duplicate may exist at some ranks only, so all must agree that they have it.
static MPI_Comm duplicate_of_world(void) {
    MPI_Comm duplicate = MPI_COMM_NULL;
    const int is_made = succeeded(MPI_Comm_dup(MPI_COMM_WORLD, &duplicate));
    return all_succeeded(MPI_COMM_WORLD, is_made) ? duplicate : survivors_of(MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
    int is_right = 0;
    if (MPI_Init(&argc, &argv) != MPI_SUCCESS) return 1;
    let_errors_return();
    points = argc > 1 ? atoi(argv[1]) : 160;
    if (points < team_of(MPI_COMM_WORLD).size || points > 10000)
        fail("conjugate_gradient: usage: conjugate_gradient [POINTS], one for each rank at least");
    Team team = team_of(duplicate_of_world());
    while (!all_succeeded(team.comm, restore(&team) && solve(&team) && verify(&team, &is_right)))
        team = team_of(survivors_of(team.comm));
    // All ranks have agreed that the work is over, so nobody waits for a rank that fails from here on. Nothing is
    // printed if rank 0 fails between the agreement and the next line.
    if (team.rank == 0) printf("conjugate_gradient: %s\n", is_right ? "right" : "WRONG"), fflush(stdout);
    for (int at = 0; at < 2; ++at) free(checkpoints[at].own), free(checkpoints[at].copy);
    free(own);
    (void)succeeded(MPI_Comm_free(&team.comm));
    return MPI_Finalize() != MPI_SUCCESS || !is_right;
}
