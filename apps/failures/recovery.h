// What the programs in this folder share: which errors they survive, and how the survivors go on together.
//
// The ranks work on a communicator until one of them notices a failure. Then all survivors must leave their work and
// meet again. So every rank ends its work on a communicator in the same way, whether the work went well or not: it
// calls all_succeeded(), and if the answer is no, survivors_of(). During the work no rank calls either of them.
// Otherwise one rank could wait in an agreement for another rank, which waits for the next message of the first one.
//
// Sartor and Open MPI 5 (mpirun --with-ft ulfm) have the functions of MPIX_. To try a failure at each call of MPI:
//   sartor cc -g -o bag_of_tasks bag_of_tasks.c && sartor run -n 8 --faults explore ./bag_of_tasks
#ifndef RECOVERY_H
#define RECOVERY_H

#include <mpi.h>
#include <mpi-ext.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    MPI_Comm comm;
    int rank, size;
} Team;

static inline void fail(const char* message) {
    fprintf(stderr, "%s\n", message);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

// Whether a call of MPI succeeded. The answer is no if a rank has failed, or if another rank has noticed a failure and
// revoked the communicator. Any other error is a mistake of the program and ends it.
static inline int succeeded(int code) {
    int error_class = MPI_SUCCESS, length = 0;
    char text[MPI_MAX_ERROR_STRING] = "unknown error";
    if (code == MPI_SUCCESS) return 1;
    (void)MPI_Error_class(code, &error_class);
    if (error_class == MPIX_ERR_PROC_FAILED || error_class == MPIX_ERR_REVOKED) return 0;
    (void)MPI_Error_string(code, text, &length);
    fail(text);
    return 0;
}

// Without this error handler the first failure would end the program. Other communicators inherit it.
static inline void let_errors_return(void) {
    if (!succeeded(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN))) fail("errors do not return");
}

static inline Team team_of(MPI_Comm comm) {
    Team team = {comm, 0, 0};
    if (!succeeded(MPI_Comm_rank(comm, &team.rank)) || !succeeded(MPI_Comm_size(comm, &team.size)))
        fail("a communicator without rank and size");
    return team;
}

// Whether the work of all ranks succeeded, and none of them has failed. The answer is the same at all ranks: some
// collectives succeed at a part of the ranks only, an agreement does not.
static inline int all_succeeded(MPI_Comm comm, int own) {
    int all = own;
    // Other ranks may wait for messages that this rank will not send any more. Revoking ends their calls, too.
    if (!own && !succeeded(MPIX_Comm_revoke(comm))) fail("a communicator can't be revoked");
    return succeeded(MPIX_Comm_agree(comm, &all)) && all;
}

// A communicator of the living members, in the order of their ranks. The old one is freed.
static inline MPI_Comm survivors_of(MPI_Comm comm) {
    MPI_Comm survivors = MPI_COMM_NULL;
    if (!succeeded(MPIX_Comm_shrink(comm, &survivors))) fail("no communicator of the survivors");
    // A failure in here does no harm: it is noticed on the new communicator.
    if (comm != MPI_COMM_WORLD) (void)succeeded(MPI_Comm_free(&comm));
    return survivors;
}

#endif
