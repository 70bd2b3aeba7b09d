// Ranks that do not make the same collective call: one rank differs from the others in what the first argument
// says; blocking (b), immediate (i) or persistent (p) calls, on MPI_COMM_WORLD (w), on a communicator of all
// ranks in reverse order (s), or in the middle of other calls (m). `right` makes many calls that match, with
// all that may differ from rank to rank.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most = 40000 };
static int data[most], result[most * 16];
static int rank, size;
static const char* what;
static char form = 'b';
static MPI_Comm comm;

#ifdef IMMEDIATE
#define CALL(NAME, ...)                                                                                      \
    do {                                                                                                     \
        MPI_Request request;                                                                                 \
        if (form == 'b') {                                                                                   \
            MPI_##NAME(__VA_ARGS__);                                                                         \
        } else if (form == 'i') {                                                                            \
            MPI_I##NAME##_(__VA_ARGS__, &request);                                                           \
            MPI_Wait(&request, MPI_STATUS_IGNORE);                                                           \
        } else {                                                                                             \
            MPI_##NAME##_init(__VA_ARGS__, MPI_INFO_NULL, &request);                                         \
            MPI_Start(&request);                                                                             \
            MPI_Wait(&request, MPI_STATUS_IGNORE);                                                           \
            MPI_Request_free(&request);                                                                      \
        }                                                                                                    \
    } while (0)
#define MPI_IBarrier_ MPI_Ibarrier
#define MPI_IBcast_ MPI_Ibcast
#define MPI_IReduce_ MPI_Ireduce
#define MPI_IAllreduce_ MPI_Iallreduce
#define MPI_IAllgather_ MPI_Iallgather
#define MPI_IGather_ MPI_Igather
#define MPI_IScatter_ MPI_Iscatter
#define MPI_IScan_ MPI_Iscan
#else
#define CALL(NAME, ...) MPI_##NAME(__VA_ARGS__)
#endif

static int asked(const char* name) {
    return strcmp(what, name) == 0;
}

static void disagree(int odd) {
    if (asked("function")) {
        if (odd)
            CALL(Bcast, data, 1, MPI_INT, 0, comm);
        else
            CALL(Reduce, data, result, 1, MPI_INT, MPI_SUM, 0, comm);
    }
    if (asked("barrier")) {
        if (odd)
            CALL(Barrier, comm);
        else
            CALL(Allgather, data, 1, MPI_INT, result, 1, MPI_INT, comm);
    }
    if (asked("root")) CALL(Bcast, data, 1, MPI_INT, odd ? 1 : 0, comm);
    if (asked("long_root")) CALL(Bcast, data, most, MPI_INT, odd ? 1 : 0, comm);
    if (asked("gather_root")) CALL(Gather, data, 1, MPI_INT, result, 1, MPI_INT, odd ? 1 : 0, comm);
    if (asked("scatter_root")) CALL(Scatter, result, 1, MPI_INT, data, 1, MPI_INT, odd ? 1 : 0, comm);
    if (asked("reduce_root")) CALL(Reduce, data, result, 1, MPI_INT, MPI_SUM, odd ? 1 : 0, comm);
    if (asked("operation")) CALL(Allreduce, data, result, 1, MPI_INT, odd ? MPI_MAX : MPI_SUM, comm);
    if (asked("long_operation")) CALL(Allreduce, data, result, most, MPI_INT, odd ? MPI_MAX : MPI_SUM, comm);
    if (asked("reduce_operation")) CALL(Reduce, data, result, 1, MPI_INT, odd ? MPI_MAX : MPI_SUM, 0, comm);
    if (asked("scan_operation")) CALL(Scan, data, result, 1, MPI_INT, odd ? MPI_MAX : MPI_SUM, comm);
    if (asked("type")) CALL(Allreduce, data, result, 1, odd ? MPI_FLOAT : MPI_INT, MPI_SUM, comm);
    if (asked("long_type")) CALL(Reduce, data, result, most, odd ? MPI_FLOAT : MPI_INT, MPI_SUM, 0, comm);
    if (asked("count")) CALL(Bcast, data, odd ? 2 : 1, MPI_INT, 0, comm);
    if (asked("long_count")) CALL(Allreduce, data, result, odd ? most : 1, MPI_INT, MPI_SUM, comm);
#ifdef IMMEDIATE
    if (asked("kind")) {
        form = odd ? 'b' : 'i';
        CALL(Barrier, comm);
    }
    if (asked("again")) {
        form = odd ? 'p' : 'i';
        CALL(Bcast, data, 1, MPI_INT, 0, comm);
    }
#endif
}

static void agree(int turn) {
    const int root = turn % size;
    CALL(Bcast, data, rank == root ? 4 : 1, rank == root ? MPI_BYTE : MPI_INT, root, comm);
    CALL(Reduce, data, result, turn % 3, rank % 2 == 0 ? MPI_INT : MPI_INT32_T, MPI_SUM, root, comm);
    CALL(Allreduce, data, result, 1, rank % 2 == 0 ? MPI_LONG : MPI_LONG_LONG, MPI_MAX, comm);
    CALL(Gather, data, 1, MPI_INT, result, 4, MPI_BYTE, root, comm);
    CALL(Scatter, result, 4, MPI_BYTE, data, 1, MPI_INT, root, comm);
    CALL(Allgather, data, turn, MPI_INT, result, turn, MPI_INT, comm);
    CALL(Scan, data, result, 1, MPI_INT, MPI_BOR, comm);
    CALL(Barrier, comm);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    what = argc > 1 ? argv[1] : "right";
    form = argc > 2 ? argv[2][0] : 'b';
    const char index = argc > 3 ? argv[3][0] : 'w';
    const int odd = argc > 4 ? atoi(argv[4]) % size : size - 1;
    comm = MPI_COMM_WORLD;
#ifdef IMMEDIATE
    if (index == 's') MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comm);
#endif
    if (index == 'm') agree(1);
    disagree(rank == odd);
    if (index == 'm') MPI_Barrier(MPI_COMM_WORLD);
    for (int turn = 0; turn < 6 && asked("right"); ++turn) agree(turn);
    MPI_Finalize();
    if (rank == 0) printf("ok: %s\n", what);
    return 0;
}
