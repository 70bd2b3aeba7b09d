// A rank that polls lets the others of its core run: MPI_Test in a loop, sched_yield in a loop.
#include "../common/program.h"
#include <sched.h>

static int go_round_with_test(int number) {
    MPI_Request request;
    int received = -1, complete = 0;
    MPI_Irecv(&received, 1, MPI_INT, (rank + size - 1) % size, number, MPI_COMM_WORLD, &request);
    if (rank == 0) MPI_Send(&number, 1, MPI_INT, (rank + 1) % size, number, MPI_COMM_WORLD);
    while (!complete) MPI_Test(&request, &complete, MPI_STATUS_IGNORE);
    CHECK(request == MPI_REQUEST_NULL);
    if (rank != 0) MPI_Send(&received, 1, MPI_INT, (rank + 1) % size, number, MPI_COMM_WORLD);
    return received;
}

static int go_round_with_yield(int number) {
    MPI_Request request;
    int received = -1, complete = 0;
    MPI_Irecv(&received, 1, MPI_INT, (rank + size - 1) % size, number, MPI_COMM_WORLD, &request);
    if (rank == 0) MPI_Send(&number, 1, MPI_INT, (rank + 1) % size, number, MPI_COMM_WORLD);
    for (MPI_Test(&request, &complete, MPI_STATUS_IGNORE); !complete;
         MPI_Test(&request, &complete, MPI_STATUS_IGNORE))
        sched_yield();
    if (rank != 0) MPI_Send(&received, 1, MPI_INT, (rank + 1) % size, number, MPI_COMM_WORLD);
    return received;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    for (int number = 0; number < 10; ++number) {
        CHECK(go_round_with_test(number) == number);
        CHECK(go_round_with_yield(number) == number);
    }
    return end("polling ranks let others run");
}
