// One Bcast of a kilobyte from a root: rank 0, or the first argument.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
    static char data[1024];
    int rank;
    const int root = argc > 1 ? atoi(argv[1]) : 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == root) data[1023] = 42;
    MPI_Bcast(data, sizeof data, MPI_CHAR, root, MPI_COMM_WORLD);
    if (data[1023] != 42) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    if (rank == root) printf("ok: a broadcast from %d\n", root);
    return 0;
}
