// The leanest program with messages: MPI_Send and MPI_Recv of MPI_BYTE with constant tags, no wildcards.
// ranks: 2 3 16
#include <mpi.h>
#include <stdio.h>

static unsigned char token[64];

int main(int argc, char** argv) {
    int rank, wrong = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        token[0] = 1;
        MPI_Send(token, 64, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(token, 64, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        wrong = token[0] != 2;
        puts(wrong ? "FAILED: lean bytes" : "ok: lean bytes");
    } else if (rank == 1) {
        MPI_Recv(token, 64, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        ++token[0];
        MPI_Send(token, 64, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return wrong;
}
