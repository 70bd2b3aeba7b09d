// The lean program: Init, Finalize, Comm_rank, Send and Recv of MPI_BYTE, nothing else.
#include <mpi.h>

int main(int argc, char** argv) {
    int rank;
    unsigned char data[64] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        data[63] = 42;
        MPI_Send(data, sizeof data, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Recv(data, sizeof data, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return rank <= 1 && data[63] != 42;
}
