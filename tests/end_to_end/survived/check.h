/* Helpers of the programs in this folder. What is wrong is printed; a program returns 1 then. */
#ifndef CHECK_H
#define CHECK_H

#include <mpi-ext.h>
#include <mpi.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, size, mistakes;

static inline void start(int* argc, char*** argv) {
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
}
static inline int finish(void) {
    MPI_Finalize();
    return mistakes != 0;
}

/* Fails. */
static inline void die(void) {
    raise(SIGKILL);
    abort();
}

/* Prints the text if it is not right. */
static inline void expect(int is_right, const char* format, ...) {
    va_list arguments;
    char text[400];
    if (is_right || ++mistakes > 20) return;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    printf("rank %d of %d: %s\n", rank, size, text);
    fflush(stdout);
}

static inline int class_of(int error) {
    int found = MPI_SUCCESS;
    if (error != MPI_SUCCESS) MPI_Error_class(error, &found);
    return found;
}
static inline int is_of_failure(int error) {
    const int found = class_of(error);
    return found == MPIX_ERR_PROC_FAILED || found == MPIX_ERR_REVOKED;
}
static inline const char* name_of(int error_class) {
    static char other[2][24];
    static int next;
    if (error_class == MPI_SUCCESS) return "MPI_SUCCESS";
    if (error_class == MPIX_ERR_PROC_FAILED) return "MPIX_ERR_PROC_FAILED";
    if (error_class == MPIX_ERR_PROC_FAILED_PENDING) return "MPIX_ERR_PROC_FAILED_PENDING";
    if (error_class == MPIX_ERR_REVOKED) return "MPIX_ERR_REVOKED";
    if (error_class == MPI_ERR_IN_STATUS) return "MPI_ERR_IN_STATUS";
    if (error_class == MPI_ERR_PENDING) return "MPI_ERR_PENDING";
    next = 1 - next;
    snprintf(other[next], sizeof(other[next]), "class %d", error_class);
    return other[next];
}
static inline void expect_class(int error, int expected, const char* what) {
    const int found = class_of(error);
    expect(found == expected, "%s: %s instead of %s", what, name_of(found), name_of(expected));
}

/* How many members are known to have failed. */
static inline int failures_in(MPI_Comm comm) {
    MPI_Group failed;
    int count;
    MPIX_Comm_get_failed(comm, &failed);
    MPI_Group_size(failed, &count);
    MPI_Group_free(&failed);
    return count;
}
/* Others go on meanwhile. */
static inline void give_way(void) {
    int flag;
    MPI_Iprobe(0, 0, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
}
static inline void await_failures(MPI_Comm comm, int count) {
    while (failures_in(comm) < count) give_way();
}
/* Long enough that other ranks wait in their next call, most times. */
static inline void pass_time(void) {
    const double begin = MPI_Wtime();
    while (MPI_Wtime() - begin < 0.005) give_way();
}

/* All come before one goes on. That members fail later, or revoke the communicator, does not concern it. */
static inline void meet(MPI_Comm comm) {
    int flag = 1;
    MPIX_Comm_agree(comm, &flag);
}

/* That all members of a communicator can use it: each gets the right sum. */
static inline void expect_usable(MPI_Comm comm, int expected_size, const char* what) {
    int number = -1, members = -1, value, sum = -1, error;
    MPI_Comm_rank(comm, &number);
    MPI_Comm_size(comm, &members);
    expect(members == expected_size, "%s: %d members instead of %d", what, members, expected_size);
    value = number + 1;
    error = MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, comm);
    expect_class(error, MPI_SUCCESS, what);
    if (error == MPI_SUCCESS)
        expect(sum == members * (members + 1) / 2, "%s: sum is %d instead of %d", what, sum,
               members * (members + 1) / 2);
}

/* A communicator of the living members. */
static inline MPI_Comm shrunk(MPI_Comm comm) {
    MPI_Comm living = MPI_COMM_NULL;
    expect_class(MPIX_Comm_shrink(comm, &living), MPI_SUCCESS, "MPIX_Comm_shrink");
    if (living == MPI_COMM_NULL) {
        printf("rank %d: MPIX_Comm_shrink makes no communicator\n", rank);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return living;
}

/* Messages of `count` bytes whose bytes tell the sender. */
static inline void fill(char* bytes, int count, int sender) {
    for (int at = 0; at < count; ++at) bytes[at] = (char)(at * 7 + sender * 13 + at / 256);
}
static inline int is_filled(const char* bytes, int count, int sender) {
    for (int at = 0; at < count; ++at)
        if (bytes[at] != (char)(at * 7 + sender * 13 + at / 256)) return 0;
    return 1;
}

/* The same numbers everywhere for the same seed. */
static inline unsigned next_random(unsigned* seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

enum { long_bytes = 1 << 20 };

#endif
