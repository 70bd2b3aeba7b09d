// Ping-pong of bytes between ranks 0 and 1: the leanest message passing there is.
#include <mpi.h>
#include <stdio.h>

enum { rounds = 100, length = 1000 };

int main(int argc, char** argv) {
    int rank, wrong = 0;
    unsigned char ball[length] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int round = 0; round < rounds && rank < 2; ++round) {
        if (rank == round % 2) {
            ball[round] = (unsigned char)(round + 1);
            MPI_Send(ball, length, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD);
        } else {
            MPI_Recv(ball, length, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
    for (int round = 0; round < rounds - 1 && rank < 2; ++round) wrong += ball[round] != round + 1;
    if (rank == 0) printf("%s: ping-pong\n", wrong ? "wrong" : "ok");
    MPI_Finalize();
    return wrong != 0;
}
