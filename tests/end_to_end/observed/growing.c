/* Messages of different lengths from one call site: the first has none, and all that is kept of its call is 0. */
#include <mpi.h>

int main(int argc, char** argv) {
    char data[8] = "";
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int turn = 0; turn < 3; ++turn) {
        const int bytes = turn == 0 ? 0 : (int)sizeof data;
        if (rank == 1) MPI_Send(data, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
        if (rank == 0) MPI_Recv(data, sizeof data, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
