// A wrong handle among requests is named with its index.
// ranks: 1
// exit: nonzero
// stderr: MPI_Testall: array_of_requests\[2\] = 0x[0-9a-f]+: not a request, or a request that was freed
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int done = 0;
    MPI_Request requests[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, (MPI_Request)(size_t)0x123450};
    MPI_Testall(3, requests, &done, MPI_STATUSES_IGNORE);
    return end("not reached");
}
