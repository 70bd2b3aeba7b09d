// Measures collectives: a line "COLLECTIVE BYTES MICROSECONDS" for each size, the shortest mean of several
// rounds. Bytes are those of one rank's part.
//
//   measure [-m BYTES] [-c CALLS] COLLECTIVE...   -m: of one rank's buffers; -c: one round of so many calls
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int sizes[] = {8, 64, 512, 4096, 32768, 262144};
static const double seconds_for_a_size = 0.02;

static char *given, *taken;
static long most_memory = 1L << 25; // of one rank's buffer
static int ranks, calls_wanted;

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

// Seconds for so many calls, by the slowest rank. Other collectives are not in them: they change from
// candidate to candidate, too.
static double time_of(const char* name, int bytes, int calls) {
    double longest;
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    for (int done = 0; done < calls; ++done) call(name, bytes, done % ranks);
    const double span = MPI_Wtime() - begin;
    MPI_Allreduce(&span, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return longest;
}

static double microseconds(const char* name, int bytes) {
    enum { rounds = 8, most_calls = 1000 };
    if (calls_wanted > 0) {
        time_of(name, bytes, calls_wanted); // the first messages look names up
        return time_of(name, bytes, calls_wanted) / calls_wanted * 1e6;
    }
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

// How much of a buffer it takes: the parts of all ranks, or one.
static long needed(const char* name, int bytes) {
    const int has_parts = strstr(name, "gather") || strstr(name, "scatter") || strstr(name, "alltoall");
    return has_parts ? (long)bytes * ranks : bytes;
}

static void measure(const char* name, int rank) {
    for (int index = 0; index < 6 && needed(name, sizes[index]) <= most_memory; ++index) {
        if (strcmp(name, "barrier") == 0 && index > 0) break;
        const double time = microseconds(name, sizes[index]);
        if (rank == 0) printf("%s %d %.3f\n", name, sizes[index], time);
    }
}

// The first argument that is no option.
static int read_options(int argc, char** argv) {
    int index = 1;
    for (; index + 1 < argc && argv[index][0] == '-'; index += 2) {
        if (argv[index][1] == 'm') most_memory = atol(argv[index + 1]);
        else calls_wanted = atoi(argv[index + 1]);
    }
    return index;
}

int main(int argc, char** argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int name = read_options(argc, argv);
    const long room = (long)sizes[5] * ranks < most_memory ? (long)sizes[5] * ranks : most_memory;
    given = malloc((size_t)room);
    taken = malloc((size_t)room);
    if (given == NULL || taken == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
    memset(given, 0, (size_t)room);
    memset(taken, 0, (size_t)room);
    for (; name < argc; ++name) measure(argv[name], rank);
    free(given);
    free(taken);
    MPI_Finalize();
    return 0;
}
