// What operations on windows take on the emulated Bostan, beside what its one-sided layer takes (AOS,
// sections 6.2.2 and 6.4): rank 0 works at the memory of rank 1, alone.
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static MPI_Win win;
static char *memory, *data;
static int failures;
static double call; // cycles of an MPI function that does nothing

static double cycles(void) {
    return MPI_Wtime() * 5e8;
}

static void expect(const char* what, double found, double published, double most_percent) {
    const double error = 100 * (found - published) / published;
    printf("%s: %.0f cycles, published %.0f (%.1f %%)\n", what, found, published, error);
    failures += fabs(error) > most_percent;
}

static void one_transfer(int bytes) {
    char what[64];
    const double begun = cycles();
    MPI_Put(data, bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, win);
    MPI_Win_flush(1, win);
    const double put = cycles();
    MPI_Get(data, bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, win);
    MPI_Win_flush(1, win);
    const double got = cycles();
    // TT(B) = 500 + 100 + 300 + B / 3.76 + 200
    snprintf(what, sizeof what, "put of %d bytes", bytes);
    expect(what, put - begun - 2 * call, 1100 + bytes / 3.76, 5);
    snprintf(what, sizeof what, "get of %d bytes", bytes);
    expect(what, got - put - 2 * call, 1168 + bytes / 3.76, 5);
}

static void one_atomic(void) {
    const long one = 1;
    long old = -1;
    const double begun = cycles();
    MPI_Fetch_and_op(&one, &old, MPI_LONG, 1, 0, MPI_SUM, win);
    MPI_Win_flush(1, win);
    expect("fetch and op", cycles() - begun - 2 * call, 1109, 5);
    const double again = cycles();
    MPI_Accumulate(&one, 1, MPI_LONG, 1, 0, 1, MPI_LONG, MPI_SUM, win);
    const double posted = cycles();
    MPI_Win_flush(1, win);
    expect("accumulate, posted", posted - again - 2 * call, 230, 5);
}

// Gets go on while the program does something else.
static void overlap(void) {
    enum { count = 8, bytes = 4096 };
    MPI_Request requests[count];
    double begun = cycles();
    for (int one = 0; one < count; ++one) {
        MPI_Rget(data + one * bytes, bytes, MPI_BYTE, 1, one * bytes, bytes, MPI_BYTE, win, &requests[one]);
        MPI_Wait(&requests[one], MPI_STATUS_IGNORE);
    }
    const double in_turn = cycles() - begun;
    begun = cycles();
    for (int one = 0; one < count; ++one)
        MPI_Rget(data + one * bytes, bytes, MPI_BYTE, 1, one * bytes, bytes, MPI_BYTE, win, &requests[one]);
    const double posted = cycles() - begun;
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    const double all = cycles() - begun;
    printf("%d gets in turn %.0f cycles, together %.0f, of these posting %.0f\n", count, in_turn, all,
           posted);
    failures += all > 0.75 * in_turn || posted > 0.5 * all;
}

int main(int argc, char** argv) {
    enum { most = 1 << 17 };
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(most, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    data = calloc(most, 1);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    if (rank == 0) {
        const double begun = cycles();
        MPI_Win_flush(1, win);
        call = (cycles() - begun) / 2; // with that of the second MPI_Wtime
        for (int bytes = 8; bytes <= most; bytes *= 4) one_transfer(bytes);
        one_atomic();
        overlap();
        printf(failures == 0 ? "as published\n" : "%d are not as published\n", failures);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    free(data);
    MPI_Finalize();
    return failures != 0;
}
