// Ranks that send to all others and collect what comes back. Knows nothing of the second program but its answer.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int kept = 100; // private to each rank, as in the other program

int main(int argc, char** argv) {
    int rank, size, found = 0, *application = NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &application, &found);
    printf("first: rank %d of %d, application %d, %d arguments, the last %s\n", rank, size, found ? *application : -1,
           argc - 1, argc > 1 ? argv[argc - 1] : "none");
    kept += rank;
    if (rank == 0)
        for (int to = 1; to < size; ++to) MPI_Send(&kept, 1, MPI_INT, to, 3, MPI_COMM_WORLD);
    else
        MPI_Recv(&kept, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    int sum = 0;
    MPI_Allreduce(&kept, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) printf("%s: the sum is %d\n", sum == 100 * size ? "ok" : "FAILED", sum);
    MPI_Finalize();
    return argc > 1 && strcmp(argv[1], "exit") == 0 ? atoi(argv[2]) : 0;
}
