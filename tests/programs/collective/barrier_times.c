// Nobody leaves MPI_Barrier before the last rank has entered it, by a clock that all ranks share.
// oracle: no
#include "../common/program.h"

static void check_times(int last) {
    MPI_Barrier(MPI_COMM_WORLD);
    double entered = 0, wait = MPI_Wtime() + 0.01;
    while (rank == last && MPI_Wtime() < wait) mixed(1);
    entered = MPI_Wtime();
    MPI_Barrier(MPI_COMM_WORLD);
    double left = MPI_Wtime();
    MPI_Bcast(&entered, 1, MPI_DOUBLE, last, MPI_COMM_WORLD);
    CHECK(left >= entered);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    for (int last = 0; last < size; ++last) check_times(last);
    return end("nobody leaves a barrier early");
}
