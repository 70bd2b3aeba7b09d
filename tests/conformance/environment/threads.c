// Levels of thread support (MPI-5.0 section 11.6).
// ranks: 1 2 3
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
    int provided = -1, queried = -1, is_main = 0, rank, failures = 0, all = -1;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Query_thread(&queried);
    MPI_Is_thread_main(&is_main);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    failures += !(MPI_THREAD_SINGLE < MPI_THREAD_FUNNELED && MPI_THREAD_FUNNELED < MPI_THREAD_SERIALIZED &&
                  MPI_THREAD_SERIALIZED < MPI_THREAD_MULTIPLE);
    failures += provided < MPI_THREAD_FUNNELED;
    failures += queried != provided;
    failures += !is_main;
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0 && all == 0) puts("ok: levels of thread support");
    MPI_Finalize();
    return all;
}
