// Random traffic, made from a seed, of which its senders think better: received or cancelled, never both.
// ranks: 1 2 3 5 8
// arguments: 1 20
// oracle: no
#include "common/frame.h"

// In a round every rank starts sends to all, cancels some of them and receives what it happens to find, in
// random order. Then each tells the others which are cancelled, and the rest is received. A message's tag is
// its index; lengths stand for the ways that messages go.
enum { rounds = 5, indices = 4, most_ranks = 8, longest = 20000 };
enum { open, marked, cancelled, received };

static const int lengths[indices] = {1, 300, 5000, longest};

static unsigned state;
static int seed;
static int outgoing[most_ranks][indices][longest], incoming[longest];
static MPI_Request sends[most_ranks][indices];
static int outcomes[most_ranks][indices]; // of what this rank sends
static int sums[2];                      // of marked messages: received, cancelled
static int taken[most_ranks][indices];    // of what it receives
static MPI_Comm data, telling;

static int pick(int below) {
    state = mixed(state + 0x9e3779b9u);
    return (int)(state % (unsigned)below);
}

static int content_of(int from, int to, int index) {
    return ((seed * most_ranks + from) * most_ranks + to) * indices + index;
}

static void start(int to, int index, int persistent) {
    int* buffer = outgoing[to][index];
    MPI_Request* request = &sends[to][index];
    buffer[0] = buffer[lengths[index] - 1] = content_of(rank, to, index);
    outcomes[to][index] = open;
    if (persistent) {
        MPI_Ssend_init(buffer, lengths[index], MPI_INT, to, index, data, request);
        MPI_Start(request);
    } else if (pick(2)) {
        MPI_Isend(buffer, lengths[index], MPI_INT, to, index, data, request);
    } else {
        MPI_Issend(buffer, lengths[index], MPI_INT, to, index, data, request);
    }
}

static void note_received(const MPI_Status* status) {
    const int from = status->MPI_SOURCE, index = status->MPI_TAG;
    int count = -1;
    MPI_Get_count(status, MPI_INT, &count);
    CHECK(taken[from][index] == open && count == lengths[index]);
    CHECK(incoming[0] == content_of(from, rank, index) && incoming[count - 1] == incoming[0]);
    taken[from][index] = received;
}

// What a matched probe finds is received; what another finds may be cancelled before it is.
static void receive_some(void) {
    int flag = 0, from = pick(2) ? MPI_ANY_SOURCE : pick(size), tag = pick(2) ? MPI_ANY_TAG : pick(indices);
    MPI_Message message;
    MPI_Status status;
    if (pick(3) == 0) MPI_Iprobe(from, tag, data, &flag, MPI_STATUS_IGNORE);
    MPI_Improbe(from, tag, data, &flag, &message, &status);
    if (!flag) return;
    MPI_Mrecv(incoming, longest, MPI_INT, &message, &status);
    note_received(&status);
}

static void mark(int to, int index) {
    if (outcomes[to][index] != open) return;
    CHECK(MPI_Cancel(&sends[to][index]) == MPI_SUCCESS);
    outcomes[to][index] = marked;
}

// Waits for nobody's receives.
static void complete_marked(int to) {
    for (int index = 0; index < indices; ++index) {
        int is_cancelled = -1;
        MPI_Status status;
        if (outcomes[to][index] != marked) continue;
        MPI_Wait(&sends[to][index], &status);
        MPI_Test_cancelled(&status, &is_cancelled);
        outcomes[to][index] = is_cancelled ? cancelled : received;
        ++sums[is_cancelled != 0];
    }
}

static void receive_rest(const int* theirs, int from) {
    for (int index = 0; index < indices; ++index) {
        MPI_Status status;
        CHECK(theirs[index] != cancelled || taken[from][index] == open);
        if (theirs[index] == cancelled || taken[from][index] == received) continue;
        MPI_Recv(incoming, longest, MPI_INT, from, index, data, &status);
        note_received(&status);
    }
}

static void end_round(int persistent) {
    int theirs[indices], flag = -1;
    MPI_Request told[most_ranks];
    for (int to = 0; to < size; ++to) {
        complete_marked(to);
        MPI_Isend(outcomes[to], indices, MPI_INT, to, 0, telling, &told[to]);
    }
    for (int from = 0; from < size; ++from) {
        MPI_Recv(theirs, indices, MPI_INT, from, 0, telling, MPI_STATUS_IGNORE);
        receive_rest(theirs, from);
    }
    MPI_Waitall(size, told, MPI_STATUSES_IGNORE);
    for (int to = 0; to < size; ++to)
        for (int index = 0; index < indices; ++index) {
            MPI_Wait(&sends[to][index], MPI_STATUS_IGNORE);
            if (persistent) MPI_Request_free(&sends[to][index]);
        }
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, data, &flag, MPI_STATUS_IGNORE);
    CHECK(flag == 0);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void run_round(void) {
    const int persistent = pick(2), steps = pick(12 * size);
    memset(taken, 0, sizeof taken);
    for (int to = 0; to < size; ++to)
        for (int index = 0; index < indices; ++index) {
            start(to, index, persistent);
            if (pick(4) == 0) mark(to, index);
        }
    for (int step = 0; step < steps; ++step)
        if (pick(2))
            mark(pick(size), pick(indices));
        else
            receive_some();
    end_round(persistent);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int first = argc > 1 ? atoi(argv[1]) : 1, last = argc > 2 ? atoi(argv[2]) : first;
    CHECK(size <= most_ranks);
    MPI_Comm_dup(MPI_COMM_WORLD, &data), MPI_Comm_dup(MPI_COMM_WORLD, &telling);
    for (seed = first; seed <= last; ++seed) {
        const int before = failures;
        state = mixed((unsigned)(seed * most_ranks + rank));
        for (int round = 0; round < rounds; ++round) run_round();
        if (failures > before) fprintf(stderr, "rank %d: wrong with seed %d\n", rank, seed);
    }
    MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(last - first < 10 || (sums[0] > 0 && sums[1] > 0));
    MPI_Comm_free(&data), MPI_Comm_free(&telling);
    return finish("random cancels");
}
