// A rank that yields for a fixed number of times doesn't keep the others from finishing before it.
// ranks: 2 8
// oracle: no
#include "../common/program.h"
#include <sched.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int message = rank;
    if (rank == 0) {
        double limit = MPI_Wtime() + 0.05;
        while (MPI_Wtime() < limit) sched_yield();
        for (int other = 1; other < size; ++other)
            MPI_Recv(&message, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&message, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    return end("yielding ranks let others run");
}
