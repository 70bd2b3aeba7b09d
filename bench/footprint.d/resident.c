// Prints the resident memory of the process of rank 0 in KiB, "VmRSS Pss", while all other ranks wait in a
// barrier. Without globals, unless GLOBALS is defined.
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef GLOBALS
static volatile int touched[16];
#endif

// The number after `name` in file `path`, or -1.
static long number_in(const char* path, const char* name) {
    char text[8192];
    int file = open(path, O_RDONLY);
    if (file < 0) return -1;
    long length = read(file, text, sizeof text - 1);
    close(file);
    if (length < 0) return -1;
    text[length] = 0;
    char* found = strstr(text, name);
    return found ? atol(found + strlen(name)) : -1;
}

int main(int argc, char** argv) {
    int rank, failed = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef GLOBALS
    touched[rank % 16] = rank;
#endif
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        long resident = number_in("/proc/self/status", "\nVmRSS:");
        long proportional = number_in("/proc/self/smaps_rollup", "\nPss:");
        printf("%ld %ld\n", resident, proportional);
        failed = resident < 0;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return failed;
}
