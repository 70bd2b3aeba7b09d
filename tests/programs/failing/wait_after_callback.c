// A function that MPI calls back calls MPI itself: afterwards the rank still waits in the call that it made.
// ranks: 1 2
// exit: 3
// stderr: rank 0 waits in MPI_Waitall
// oracle: no
#include "../common/generalized.h"
#include "../common/program.h"

int main(int argc, char** argv) {
    MPI_Request requests[2];
    int value = 0;
    begin(&argc, &argv);
    MPI_Grequest_start(query_three_ints, free_nothing, cancel_nothing, NULL, &requests[0]);
    MPI_Grequest_complete(requests[0]);
    MPI_Irecv(&value, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    return end("not reached");
}
