// MPI_PROC_NULL: calls return at once, statuses say source MPI_PROC_NULL, tag MPI_ANY_TAG, count 0.
#include "../common/program.h"

static void check_status(MPI_Status* status) {
    int count = -1;
    MPI_Get_count(status, MPI_INT, &count);
    CHECK(status->MPI_SOURCE == MPI_PROC_NULL && status->MPI_TAG == MPI_ANY_TAG && count == 0);
}

static void check_blocking(void) {
    MPI_Status status;
    int value = 17;
    memset(&status, 0x11, sizeof status);
    MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD, &status);
    check_status(&status);
    MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    check_status(&status);
    MPI_Sendrecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, &value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD,
                 &status);
    check_status(&status);
    CHECK(value == 17);
}

static void check_immediate(void) {
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int value = 18, complete = 0;
    MPI_Isend(&value, 1, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, statuses);
    check_status(&statuses[1]);
    MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[0]);
    while (!complete) MPI_Test(&requests[0], &complete, &statuses[0]);
    check_status(&statuses[0]);
    CHECK(requests[0] == MPI_REQUEST_NULL && value == 18);
}

// A line of ranks whose ends have MPI_PROC_NULL as neighbours.
static void check_line(void) {
    int left = rank > 0 ? rank - 1 : MPI_PROC_NULL, right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
    int got = -1;
    MPI_Status status;
    MPI_Sendrecv(&rank, 1, MPI_INT, right, 0, &got, 1, MPI_INT, left, 0, MPI_COMM_WORLD, &status);
    CHECK(got == (rank > 0 ? rank - 1 : -1));
    if (rank == 0) check_status(&status);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    check_blocking();
    check_immediate();
    check_line();
    return end("MPI_PROC_NULL");
}
