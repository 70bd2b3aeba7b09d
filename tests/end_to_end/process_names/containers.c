// Prints in how many processes and on how many threads the ranks are.
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Volatile: the linker would leave out what nothing reads. */
static const char* volatile run = RUN;

static int different(long own, int rank, int size) {
    long all[16];
    MPI_Gather(&own, 1, MPI_LONG, all, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    int count = 0;
    for (int one = 0; rank == 0 && one < size; ++one) {
        int is_first = 1;
        for (int other = 0; other < one; ++other) is_first &= all[other] != all[one];
        count += is_first;
    }
    return count;
}

int main(int argc, char** argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > 1000) puts(run);
#ifdef SETS_USER
    if (setuid(getuid()) != 0) MPI_Abort(MPI_COMM_WORLD, 1);
#endif
    const int processes = different(syscall(SYS_getpid), rank, size);
    const int threads = different(syscall(SYS_gettid), rank, size);
    if (rank == 0) printf("%d processes, %d threads\n", processes, threads);
    return MPI_Finalize();
}
