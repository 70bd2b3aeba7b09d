/* A process of the run is killed from outside: the ranks of the others learn of it, whatever they are in, and go on
 * without its ranks. Says "ready" when it may be killed, and how many are left in the end. With an argument they wait in
 * calls of several kinds, not in collectives alone; messages of 1 MB go between processes. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { length = 1 << 20 };

/* What a round does: the error of the first call that returns one. */
static int exchange_with_neighbours(MPI_Comm comm, int round) {
    static char from_left[length], to_right[length];
    int rank, size, error;
    MPI_Request requests[2];
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    memset(to_right, round, length);
    error = MPI_Irecv(from_left, length, MPI_CHAR, (rank + size - 1) % size, 1, comm, &requests[0]);
    if (error != MPI_SUCCESS) return error;
    error = MPI_Isend(to_right, length, MPI_CHAR, (rank + 1) % size, 1, comm, &requests[1]);
    if (error != MPI_SUCCESS) {
        MPI_Cancel(&requests[0]);
        MPI_Request_free(&requests[0]);
        return error;
    }
    error = MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    const int other = MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    if (error == MPI_SUCCESS && from_left[length - 1] != (char)round) {
        printf("rank %d: a wrong message in round %d\n", rank, round);
        exit(1);
    }
    return error != MPI_SUCCESS ? error : other;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm comm;
    int rank, size, begun;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_size(comm, &begun);
    size = begun;
    for (int round = 0, after = 0; after < 20; ++round) {
        MPI_Comm_rank(comm, &rank);
        int one = 1, sum = 0;
        int error = argc > 1 ? exchange_with_neighbours(comm, round) : MPI_SUCCESS;
        if (error == MPI_SUCCESS) error = MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
        if (error == MPI_SUCCESS && sum != size) {
            printf("rank %d: %d of %d ranks\n", rank, sum, size);
            return 1;
        }
        if (error != MPI_SUCCESS) MPIX_Comm_revoke(comm);
        int fine = error == MPI_SUCCESS;
        MPIX_Comm_failure_ack(comm);
        if (MPIX_Comm_agree(comm, &fine) != MPI_SUCCESS || !fine) {
            MPI_Comm shrunk;
            if (MPIX_Comm_shrink(comm, &shrunk) != MPI_SUCCESS) return 1;
            MPI_Comm_free(&comm);
            comm = shrunk;
            MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
            MPI_Comm_size(comm, &size);
        }
        if (size < begun) ++after;
        if (round == 3 && rank == 0) {
            printf("ready\n");
            fflush(stdout);
        }
    }
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) printf("%d of %d ranks are left\n", size, begun);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
