/* MPI_COMM_LOCAL in all ranks, as the compute program and as the I/O program of one run (an argument: what goes wrong).
   With no I/O rank it has the world's ranks. */
#include <sartor.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int globals_are_private; /* each rank counts for itself */

static int failures;
static void expect(int holds, const char *what) {
    if (holds) return;
    int rank;
    MPI_Comm_rank(MPI_COMM_LOCAL, &rank);
    fprintf(stderr, "local: rank %d: %s\n", rank, what);
    ++failures;
}

/* Broadcasts from everybody, sums, an exchange of everything, barriers. */
static void collectives(MPI_Comm comm) {
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (int root = 0; root < size; ++root) {
        long long number = rank == root ? 1000 + root : -1;
        int numbers[1000] = {rank == root ? root : -1};
        numbers[999] = numbers[0];
        MPI_Bcast(&number, 1, MPI_LONG_LONG, root, comm);
        MPI_Bcast(numbers, 1000, MPI_INT, root, comm);
        expect(number == 1000 + root && numbers[0] == root && numbers[999] == root, "bcast");
        MPI_Barrier(comm);
    }
    int sum = 0;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    expect(sum == size * (size - 1) / 2, "allreduce");
    int *outgoing = malloc(sizeof(int) * (size_t)size), *incoming = malloc(sizeof(int) * (size_t)size);
    for (int other = 0; other < size; ++other) outgoing[other] = rank * 100 + other;
    MPI_Alltoall(outgoing, 1, MPI_INT, incoming, 1, MPI_INT, comm);
    for (int other = 0; other < size; ++other) expect(incoming[other] == other * 100 + rank, "alltoall");
    free(outgoing);
    free(incoming);
}

/* The same message in two communicators of the same ranks. */
static void contexts(int rank, int size) {
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_LOCAL, &copy);
    const int next = (rank + 1) % size, before = (rank + size - 1) % size;
    int one = 1, two = 2, first, second;
    MPI_Request requests[4];
    MPI_Isend(&one, 1, MPI_INT, next, 0, MPI_COMM_LOCAL, &requests[0]);
    MPI_Isend(&two, 1, MPI_INT, next, 0, copy, &requests[1]);
    MPI_Irecv(&second, 1, MPI_INT, before, 0, copy, &requests[2]);
    MPI_Irecv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_LOCAL, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    expect(first == 1 && second == 2, "messages of two communicators are mixed up");
    MPI_Comm_free(&copy);
}

/* Communicators made of the worlds and of all, in both programs at the same time. */
static void made(int io, int rank) {
    MPI_Comm mine, odd, across;
    MPI_Comm_dup(MPI_COMM_WORLD, &mine);
    MPI_Comm_split(MPI_COMM_LOCAL, rank % 2, -rank, &odd);
    collectives(mine);
    collectives(odd);
    int local, world;
    MPI_Comm_size(MPI_COMM_LOCAL, &local);
    MPI_Comm_size(MPI_COMM_WORLD, &world);
    if (io || local > world) {
        MPI_Intercomm_create(MPI_COMM_WORLD, 0, MPI_COMM_LOCAL, io ? 0 : local - 1, 5, &across);
        int remote;
        MPI_Comm_remote_size(across, &remote);
        expect(remote + world == local, "the other side");
        MPI_Comm_free(&across);
    }
    MPI_Comm_free(&mine);
    MPI_Comm_free(&odd);
}

static void go_wrong(const char *how, int io) {
    MPI_Comm comm = MPI_COMM_LOCAL;
    int number = 0;
    if (strcmp(how, "free") == 0) MPI_Comm_free(&comm);
    if (strcmp(how, "rank") == 0) MPI_Send(&number, 1, MPI_INT, io ? 99 : 0, 0, MPI_COMM_LOCAL);
    if (strcmp(how, "world") == 0 && io) MPI_Send(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (strcmp(how, "exit") == 0 && io) exit(7);
    if (strcmp(how, "crash") == 0 && io) *(volatile int *)NULL = 1;
    void* volatile memory = strcmp(how, "memory") == 0 && io ? malloc((size_t)5 << 30) : &number;
    if (memory == NULL) exit(9);
    if (strcmp(how, "exit") == 0 || strcmp(how, "memory") == 0) exit(0);
    MPI_Recv(&number, 1, MPI_INT, 0, 3, MPI_COMM_LOCAL, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
    const int io = strstr(argv[0], "io_") != NULL;
    printf("local: %s begins\n", io ? "I/O program" : "program");
    MPI_Init(&argc, &argv);
    int rank, size, world_rank, world_size;
    MPI_Comm_rank(MPI_COMM_LOCAL, &rank);
    MPI_Comm_size(MPI_COMM_LOCAL, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world_size);
    if (argc > 1) go_wrong(argv[1], io);
    ++globals_are_private;
    expect(globals_are_private == 1, "a global of another rank");
    if (io) expect(world_size == 1 && world_rank == 0 && rank == size - 1, "the I/O rank's world");
    if (!io) expect(world_rank == rank && (size == world_size || size == world_size + 1), "the world");
    collectives(MPI_COMM_WORLD);
    collectives(MPI_COMM_LOCAL);
    contexts(rank, size);
    made(io, rank);
    char name[MPI_MAX_OBJECT_NAME];
    int length, flag, all;
    int *universe;
    MPI_Comm_get_name(MPI_COMM_LOCAL, name, &length);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE, &universe, &flag);
    expect(strcmp(name, "MPI_COMM_LOCAL") == 0 && flag && *universe == world_size, "names and attributes");
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_LOCAL);
    if (rank == size - 1) printf("local: %d ranks of %d outside of the I/O rank's world: %s\n", size - 1, size, all == 0 ? "correct" : "WRONG");
    MPI_Finalize();
    return all != 0;
}
