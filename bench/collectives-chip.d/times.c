/* Cycles of collectives, from the first rank's beginning to the last one's end: collective_times [BYTES] */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size, bytes;
static char *outgoing, *incoming;

static void barrier(void) { MPI_Barrier(MPI_COMM_WORLD); }
static void bcast(void) { MPI_Bcast(incoming, bytes, MPI_BYTE, 0, MPI_COMM_WORLD); }
static void allreduce(void) {
    MPI_Allreduce(outgoing, incoming, bytes / (int)sizeof(int), MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
static void alltoall(void) { MPI_Alltoall(outgoing, bytes, MPI_BYTE, incoming, bytes, MPI_BYTE, MPI_COMM_WORLD); }

static void measure(const char *name, void (*collective)(void)) {
    enum { rounds = 3 };
    double spent = 0;
    for (int round = 0; round < rounds; ++round) {
        MPI_Barrier(MPI_COMM_WORLD);
        double times[2] = {-MPI_Wtime(), 0}, latest[2];
        collective();
        times[1] = MPI_Wtime();
        MPI_Allreduce(times, latest, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        if (round > 0) spent += latest[1] + latest[0];
    }
    if (rank == 0) printf("%s %d %.9f\n", name, bytes, spent / (rounds - 1));
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    bytes = argc > 1 ? atoi(argv[1]) : 8;
    const char *which = argc > 2 ? argv[2] : "all";
    const int all = strcmp(which, "all") == 0;
    const size_t blocks = all || strcmp(which, "alltoall") == 0 ? (size_t)size : 1;
    outgoing = calloc(blocks, (size_t)bytes);
    incoming = calloc(blocks, (size_t)bytes);
    if (outgoing == NULL || incoming == NULL) {
        fprintf(stderr, "collective_times: no memory for %d bytes for each rank\n", bytes);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (all || strcmp(which, "barrier") == 0) measure("barrier", barrier);
    if (all || strcmp(which, "bcast") == 0) measure("bcast", bcast);
    if (all || strcmp(which, "allreduce") == 0) measure("allreduce", allreduce);
    if (all || strcmp(which, "alltoall") == 0) measure("alltoall", alltoall);
    free(incoming);
    free(outgoing);
    MPI_Finalize();
    return 0;
}
