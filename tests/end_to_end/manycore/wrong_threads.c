// What threads of a rank must not do: call MPI beside the main one, wait for each other for ever, call exit.
#include <mpi.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char** argv) {
    int rank;
    MPI_Init(&argc, &argv);
    const char* what = argv[1];
#pragma omp parallel
    if (omp_get_thread_num() == 1) {
        if (strcmp(what, "call") == 0) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        if (strcmp(what, "exit") == 0) exit(5);
        if (strcmp(what, "wait") == 0) {
            // A barrier that the others do not come to.
#pragma omp barrier
        }
    }
    MPI_Finalize();
    return 0;
}
