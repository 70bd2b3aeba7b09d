// The frame of a test program: begin, checks, and a verdict that rank 0 prints.
#pragma once

#include "checks.h"
#include "everything.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void find_rank(void) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
}

static inline void begin(int* argc, char*** argv) {
    MPI_Init(argc, argv);
    find_rank();
}

// "ok: NAME" when all checks of all ranks hold. Returns the exit code.
static inline int verdict(const char* name) {
    int all = 0;
    CHECK(count_every_function() > 0);
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0 && all == 0) printf("ok: %s\n", name);
    if (rank == 0 && all != 0) printf("FAILED: %s: %d checks do not hold\n", name, all);
    return all != 0;
}

static inline int end(const char* name) {
    int code = verdict(name);
    MPI_Finalize();
    return code;
}

// Repeatable numbers for contents and traffic, the same on every rank.
static inline unsigned mixed(unsigned value) {
    value = (value ^ (value >> 16)) * 0x45d9f3bu;
    value = (value ^ (value >> 16)) * 0x45d9f3bu;
    return value ^ (value >> 16);
}
