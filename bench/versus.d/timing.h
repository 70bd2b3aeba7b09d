/* What the programs of bench/versus share: repetitions to fit a time, contents that are checked, lines of
   results. Plain MPI-3. A program is called with the seconds for each value and with sizes in bytes. It
   prints lines of: case, bytes, microseconds of one operation (or what else the program says). */
#pragma once

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;
static double wanted_seconds = 0.03;

static inline void begin(int* argc, char*** argv) {
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (*argc > 1) wanted_seconds = atof((*argv)[1]);
}

static inline int end(void) {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

/* A value is the median of this many measurements of a fifth of the time, so that other load spoils fewer
 * values. */
enum { measurements = 5 };

/* How often next, after `repeats` took `used` seconds: at most 20 times as often. */
static inline int next_repeats(int repeats, double used) {
    const double most = 20.0 * repeats < 1e8 ? 20.0 * repeats : 1e8;
    const double fitting = used > 0 ? repeats * (wanted_seconds / measurements / used) : most;
    return fitting < 1 ? 1 : (int)(fitting < most ? fitting : most);
}

/* Seconds that the slowest rank takes for so many operations. */
static inline double seconds_of(void (*operation)(int repeats), int repeats) {
    double mine, slowest;
    MPI_Barrier(MPI_COMM_WORLD);
    mine = MPI_Wtime();
    operation(repeats);
    mine = MPI_Wtime() - mine;
    MPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return slowest;
}

static inline int by_value(const void* one, const void* other) {
    const double a = *(const double*)one, b = *(const double*)other;
    return (a > b) - (a < b);
}

/* Seconds of one operation; all ranks call it. `operation` does as many as its argument says. The first single one
   finds out how long they take, and does not count. What takes longer than a value may is measured once. */
static inline double time_of(void (*operation)(int repeats)) {
    int repeats = 1, count = 1;
    double used[measurements] = {seconds_of(operation, 1)};
    do {
        repeats = next_repeats(repeats, used[0]);
        used[0] = seconds_of(operation, repeats);
    } while (used[0] < wanted_seconds / measurements / 2);
    for (; count < measurements && used[0] < wanted_seconds; ++count)
        used[count] = seconds_of(operation, repeats);
    qsort(used, (size_t)count, sizeof *used, by_value);
    return used[count / 2] / repeats;
}

static inline void report(const char* name, int bytes, double value) {
    if (rank != 0) return;
    printf("%s %d %.6g\n", name, bytes, value);
    fflush(stdout);
}

/* Begins a page with every MPI: copies take up to twice as long by the offsets of their two sides in a cache line
   and a page. */
static inline void* buffer_of(size_t bytes) {
    enum { page = 4096 };
    void* buffer = aligned_alloc(page, (bytes / page + 1) * page);
    if (buffer == NULL) {
        fprintf(stderr, "rank %d: no memory for a buffer of %zu bytes\n", rank, bytes);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    memset(buffer, 0, bytes);
    return buffer;
}

static inline unsigned char content(int seed, int index) {
    return (unsigned char)(seed * 31 + index * 7 + (index >> 8) + 1);
}

static inline void fill(unsigned char* data, int bytes, int seed) {
    for (int index = 0; index < bytes; ++index) data[index] = content(seed, index);
}

/* Ends the run when data are not what fill() makes. */
static inline void expect(const unsigned char* data, int bytes, int seed, const char* what) {
    for (int index = 0; index < bytes; ++index) {
        if (data[index] == content(seed, index)) continue;
        fprintf(stderr, "rank %d: %s of %d bytes: wrong data at byte %d\n", rank, what, bytes, index);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}
