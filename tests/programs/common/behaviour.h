// The frame of programs that show the C library's behaviour: on ranks, or in reference processes.
#pragma once

// Compiled with -DREFERENCE, `program N` forks a process for each of N ranks, without MPI, so that the C
// library itself says what a rank should see. meet() is where ranks switch.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void behave(int rank, int size);

#ifdef REFERENCE

#include <sys/wait.h>

static inline void meet(void) {}

int main(int argc, char** argv) {
    int size = argc > 1 ? atoi(argv[1]) : 1;
    for (int rank = 0; rank < size; ++rank) {
        fflush(NULL);
        if (fork() == 0) {
            behave(rank, size);
            exit(0);
        }
        wait(NULL);
    }
    puts("ok: behaves as in a process of its own");
    return 0;
}

#else

#include "everything.h"

static inline void meet(void) {
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    behave(rank, size);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0 && count_every_function() > 0) puts("ok: behaves as in a process of its own");
    MPI_Finalize();
    return 0;
}

#endif
