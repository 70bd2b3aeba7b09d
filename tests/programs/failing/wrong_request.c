// A request that was never one.
// ranks: 1 2
// exit: nonzero
// stderr: MPI_Waitall: .*not a request, or a request that was freed.*MPI_ERR_REQUEST
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    MPI_Request requests[2] = {MPI_REQUEST_NULL, (MPI_Request)(size_t)0x777};
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    (void)value;
    return end("not reached");
}
