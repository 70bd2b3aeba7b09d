/* Collectives of MPI_COMM_WORLD: microseconds of one, by the slowest rank; roots take turns. Bytes are those
   of a vector, or of the block for one rank where each rank has its own; a size is left out where a rank's
   blocks would take more than 16 MiB. Usage: collectives SECONDS NAME,NAME... BYTES... */
#include "timing.h"

static unsigned char *outgoing, *incoming;
static int bytes, root;

static int doubles(void) {
    return bytes / (int)sizeof(double);
}

static void barrier(void) {
    MPI_Barrier(MPI_COMM_WORLD);
}
static void bcast(void) {
    MPI_Bcast(incoming, bytes, MPI_BYTE, root, MPI_COMM_WORLD);
}
static void reduce(void) {
    MPI_Reduce(outgoing, incoming, doubles(), MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
}
static void allreduce(void) {
    MPI_Allreduce(outgoing, incoming, doubles(), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}
static void gather(void) {
    MPI_Gather(outgoing, bytes, MPI_BYTE, incoming, bytes, MPI_BYTE, root, MPI_COMM_WORLD);
}
static void scatter(void) {
    MPI_Scatter(outgoing, bytes, MPI_BYTE, incoming, bytes, MPI_BYTE, root, MPI_COMM_WORLD);
}
static void allgather(void) {
    MPI_Allgather(outgoing, bytes, MPI_BYTE, incoming, bytes, MPI_BYTE, MPI_COMM_WORLD);
}
static void alltoall(void) {
    MPI_Alltoall(outgoing, bytes, MPI_BYTE, incoming, bytes, MPI_BYTE, MPI_COMM_WORLD);
}

/* What fill() makes of each of the blocks, by its seed. */
static void fill_blocks(int blocks, int first_seed) {
    for (int block = 0; block < blocks; ++block)
        fill(outgoing + (size_t)block * (size_t)bytes, bytes, first_seed + block);
}

static void expect_blocks(const char* what, int first_seed, int step) {
    for (int block = 0; block < size; ++block)
        expect(incoming + (size_t)block * (size_t)bytes, bytes, first_seed + block * step, what);
}

static void check_bcast(void) {
    fill(incoming, bytes, rank == root ? 9 : 0);
    bcast();
    expect(incoming, bytes, 9, "bcast");
}

/* Sums of whole numbers, which no order of adding changes. */
static void check_sum(void (*collective)(void), int receives) {
    double* const given = (double*)(void*)outgoing;
    const double* const sums = (double*)(void*)incoming;
    for (int index = 0; index < doubles(); ++index) given[index] = rank + index % 1000;
    memset(incoming, 0, (size_t)bytes);
    collective();
    for (int index = 0; receives && index < doubles(); ++index) {
        if (sums[index] == size * (size - 1) / 2 + (double)size * (index % 1000)) continue;
        fprintf(stderr, "rank %d: wrong sum at element %d of %d bytes\n", rank, index, bytes);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}
static void check_reduce(void) {
    check_sum(reduce, rank == root);
}
static void check_allreduce(void) {
    check_sum(allreduce, 1);
}

static void check_gather(void) {
    fill(outgoing, bytes, rank);
    gather();
    if (rank == root) expect_blocks("gather", 0, 1);
}

static void check_scatter(void) {
    fill_blocks(size, root);
    scatter();
    expect(incoming, bytes, root + rank, "scatter");
}

static void check_allgather(void) {
    fill(outgoing, bytes, rank);
    allgather();
    expect_blocks("allgather", 0, 1);
}

static void check_alltoall(void) {
    fill_blocks(size, 3 * rank);
    alltoall();
    expect_blocks("alltoall", rank, 3);
}

typedef struct {
    const char* name;
    void (*run)(void);
    void (*check)(void);
    int has_blocks;
} Collective;

static const Collective collectives[] = {
    {"allreduce", allreduce, check_allreduce, 0},
    {"barrier", barrier, NULL, 0},
    {"bcast", bcast, check_bcast, 0},
    {"reduce", reduce, check_reduce, 0},
    {"alltoall", alltoall, check_alltoall, 1},
    {"allgather", allgather, check_allgather, 1},
    {"gather", gather, check_gather, 1},
    {"scatter", scatter, check_scatter, 1},
};
static const Collective* current;

static void run_many(int repeats) {
    for (int turn = 0; turn < repeats; ++turn) {
        root = turn % size;
        current->run();
    }
}

static int is_named(const char* name, const char* names) {
    const size_t length = strlen(name);
    const char* name_at = names;
    while (name_at != NULL &&
           (strncmp(name_at, name, length) != 0 || (name_at[length] != ',' && name_at[length] != 0))) {
        name_at = strchr(name_at, ',');
        if (name_at != NULL) ++name_at;
    }
    return name_at != NULL;
}

static void measure(void) {
    const size_t room = (size_t)bytes * (size_t)(current->has_blocks ? size : 1);
    if (current->has_blocks && room > (size_t)16 << 20) return;
    outgoing = buffer_of(room);
    incoming = buffer_of(room);
    root = size - 1;
    if (current->check != NULL) current->check();
    report(current->name, current->check != NULL ? bytes : 0, time_of(run_many) * 1e6);
    free(incoming);
    free(outgoing);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    for (int argument = 3; argument < argc; ++argument)
        for (unsigned index = 0; index < sizeof collectives / sizeof collectives[0]; ++index) {
            current = &collectives[index];
            bytes = atoi(argv[argument]);
            /* A barrier has no size: once. */
            if (is_named(current->name, argv[2]) && (current->check != NULL || argument == 3)) measure();
        }
    return end();
}
