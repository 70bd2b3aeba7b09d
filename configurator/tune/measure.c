// Measures the collectives that its arguments name: a line "COLLECTIVE BYTES MICROSECONDS" for each size, the
// shortest mean of several rounds. Bytes are those of one rank's part.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int sizes[] = {8, 64, 512, 4096, 32768, 262144};
static const double seconds_for_a_size = 0.02;
static const long most_memory = 1L << 25; // of one rank's buffer

static char *given, *taken;
static int ranks;

// Roots change from call to call, so that calls with one root do not run into each other.
static void call(const char* name, int bytes, int root) {
    const int numbers = bytes / 8;
    switch (name[0] == 'a' ? name[3] : name[0]) { // bcast, gather, scatter, scan, barrier, reduce, all...
    case 'b':
        if (name[1] == 'c') MPI_Bcast(given, bytes, MPI_BYTE, root, MPI_COMM_WORLD);
        else MPI_Barrier(MPI_COMM_WORLD);
        break;
    case 'g':
        if (name[0] == 'g') MPI_Gather(given, bytes, MPI_BYTE, taken, bytes, MPI_BYTE, root, MPI_COMM_WORLD);
        else MPI_Allgather(given, bytes, MPI_BYTE, taken, bytes, MPI_BYTE, MPI_COMM_WORLD);
        break;
    case 's':
        if (name[3] == 'n') MPI_Scan(given, taken, numbers, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        else MPI_Scatter(given, bytes, MPI_BYTE, taken, bytes, MPI_BYTE, root, MPI_COMM_WORLD);
        break;
    case 't':
        MPI_Alltoall(given, bytes, MPI_BYTE, taken, bytes, MPI_BYTE, MPI_COMM_WORLD);
        break;
    default:
        if (name[0] == 'a')
            MPI_Allreduce(given, taken, numbers, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        else if (name[6] == '_')
            MPI_Reduce_scatter_block(given, taken, numbers, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        else
            MPI_Reduce(given, taken, numbers, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
    }
}

// Seconds for so many calls, until the last rank is done.
static double time_of(const char* name, int bytes, int calls) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    for (int done = 0; done < calls; ++done) call(name, bytes, done % ranks);
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Wtime() - begin;
}

static double microseconds(const char* name, int bytes) {
    enum { rounds = 8, most_calls = 1000 };
    double best = time_of(name, bytes, 1);
    int calls = best * rounds * most_calls < seconds_for_a_size ? most_calls : (int)(seconds_for_a_size / rounds / best);
    if (calls < 1) calls = 1;
    MPI_Bcast(&calls, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int round = 0; round < rounds; ++round) {
        const double mean = time_of(name, bytes, calls) / calls;
        if (round == 0 || mean < best) best = mean;
    }
    return best * 1e6;
}

int main(int argc, char** argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ranks = size;
    const long room = (long)sizes[5] * size < most_memory ? (long)sizes[5] * size : most_memory;
    given = malloc((size_t)room);
    taken = malloc((size_t)room);
    if (given == NULL || taken == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
    memset(given, 0, (size_t)room);
    memset(taken, 0, (size_t)room);
    for (int name = 1; name < argc; ++name)
        for (int index = 0; index < 6 && (long)sizes[index] * size <= room; ++index) {
            if (strcmp(argv[name], "barrier") == 0 && index > 0) break;
            const double time = microseconds(argv[name], sizes[index]);
            if (rank == 0) printf("%s %d %.3f\n", argv[name], sizes[index], time);
        }
    free(given);
    free(taken);
    MPI_Finalize();
    return 0;
}
