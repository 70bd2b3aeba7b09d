/* Sums in a loop; who sees an error revokes the communicator, all agree whether the step is right, and the living go on
   with a smaller communicator. With -DFORGETS a rank that sees an error leaves without telling the others. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static MPI_Comm shrunk(MPI_Comm comm) {
    MPI_Comm living;
    MPIX_Comm_revoke(comm);
    if (MPIX_Comm_shrink(comm, &living) != MPI_SUCCESS) abort();
    if (comm != MPI_COMM_WORLD) MPI_Comm_free(&comm);
    return living;
}

int main(int argc, char** argv) {
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int step = 0; step < 10;) {
        MPI_Comm_size(comm, &size);
        MPI_Comm_rank(comm, &rank);
        int one = 1, right = MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm) == MPI_SUCCESS;
#ifdef FORGETS
        if (!right) break;
        MPI_Barrier(comm);
#else
        right = MPIX_Comm_agree(comm, &right) == MPI_SUCCESS && right;
#endif
        if (right)
            ++step;
        else
            comm = shrunk(comm);
    }
    if (sum != size) return 1;
    if (rank == 0) printf("right\n");
    MPI_Finalize();
    return 0;
}
