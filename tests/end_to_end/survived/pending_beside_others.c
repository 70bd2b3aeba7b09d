/* ranks: 3 5. MPI_Waitall goes on if the message of a receive that was pending has come, while others can still come. */
#include "check.h"

int main(int argc, char** argv) {
    start(&argc, &argv);
    int values[2] = {-1, -1}, sent[2] = {10, 20}, token = 0;
    if (rank == size - 1) die();
    if (rank == 0) {
        MPI_Request requests[2];
        MPI_Status statuses[2];
        MPI_Irecv(&values[0], 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(&values[1], 1, MPI_INT, 1, 2, MPI_COMM_WORLD, &requests[1]);
        await_failures(MPI_COMM_WORLD, 1);
        pass_time();
        MPI_Send(&token, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
        /* What rank 1 has sent before is there then. */
        MPI_Recv(&token, 1, MPI_INT, 1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        expect_class(MPI_Waitall(2, requests, statuses), MPI_SUCCESS, "MPI_Waitall of a pending receive and another");
        expect(values[0] == 10 && values[1] == 20, "values %d and %d", values[0], values[1]);
        expect(statuses[0].MPI_SOURCE == 1 && statuses[0].MPI_TAG == 1 && statuses[1].MPI_TAG == 2,
               "statuses of %d, tags %d and %d", statuses[0].MPI_SOURCE, statuses[0].MPI_TAG, statuses[1].MPI_TAG);
        expect(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL, "requests are left");
    } else if (rank == 1) {
        MPI_Recv(&token, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&sent[0], 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        MPI_Send(&token, 1, MPI_INT, 0, 4, MPI_COMM_WORLD);
        pass_time();
        MPI_Send(&sent[1], 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
    }
    return finish();
}
