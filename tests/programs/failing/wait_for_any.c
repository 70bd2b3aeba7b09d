// Every rank waits for either of two messages of the next one: the report says what, and who waits in a cycle.
// ranks: 2 3 8
// exit: 3
// stderr: deadlock: [0-9]+ of [0-9]+ ranks
// stderr: rank 0 waits in MPI_Waitany for any of 2: for a message from rank 1 with tag 7, up to 4 bytes; for a message from rank 1 with tag 8
// stderr: in a cycle
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int values[2], index;
    MPI_Request requests[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Irecv(&values[0], 1, MPI_INT, (rank + 1) % size, 7, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&values[1], 1, MPI_INT, (rank + 1) % size, 8, MPI_COMM_WORLD, &requests[2]);
    MPI_Waitany(3, requests, &index, MPI_STATUS_IGNORE);
    return end("not reached");
}
