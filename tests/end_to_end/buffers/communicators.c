// Operations on one communicator and then on another one: each has its own call site.
#include <mpi.h>

int main(int argc, char** argv) {
    int values[2] = {1, 2}, received[2];
    MPI_Comm other;
    MPI_Request requests[4];
    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    MPI_Irecv(&received[0], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&received[1], 1, MPI_INT, 0, 0, other, &requests[1]);
    MPI_Isend(&values[0], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(&values[1], 1, MPI_INT, 0, 0, other, &requests[3]); // changes
    values[1] = 3;
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    MPI_Comm_free(&other);
    MPI_Finalize();
    return 0;
}
