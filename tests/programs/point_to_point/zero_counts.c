// Messages and collectives without elements take null buffers and still synchronize.
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int right = (rank + 1) % size, left = (rank + size - 1) % size, count = -1;
    MPI_Status status;
    MPI_Request requests[2];
    MPI_Sendrecv(NULL, 0, MPI_INT, right, 1, NULL, 0, MPI_INT, left, 1, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(count == 0 && status.MPI_SOURCE == left);
    MPI_Irecv(NULL, 0, MPI_DOUBLE, left, 2, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(NULL, 0, MPI_DOUBLE, right, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Bcast(NULL, 0, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Reduce(NULL, NULL, 0, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Allreduce(NULL, NULL, 0, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Gather(NULL, 0, MPI_INT, NULL, 0, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Scatter(NULL, 0, MPI_INT, NULL, 0, MPI_INT, 0, MPI_COMM_WORLD);
    return end("zero counts");
}
