// With --checked a crash inside of MPI is told with the buffers of this call, not of the one before at its call site.
// ranks: 2
// flags: --checked
// exit: 139
// oracle: no
// stderr: ^sartor:   inside of MPI_Sendrecv: sendbuf = 0x[0-9a-f]+, 20 of MPI_DOUBLE; recvbuf = 0x[0-9a-f]+, 20 of MPI_DOUBLE$
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    double sent[20] = {0}, received[20];
    volatile int turns = 2; // of one loop
    for (int turn = 0; turn < turns; ++turn) {
        double* numbers = rank == 1 && turn == 1 ? (double*)(size_t)(argc * 4096 + 4096) : received;
        const int count = turn == 0 ? 3 : 20;
        MPI_Sendrecv(sent, count, MPI_DOUBLE, 1 - rank, 0, numbers, count, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
    return end("not reached");
}
