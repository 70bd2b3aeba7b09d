// With --checked a crash inside of MPI is told with the call's buffer.
// ranks: 2
// flags: --checked
// exit: 139
// oracle: no
// stderr: ^sartor:   inside of MPI_Recv: buf = 0x[0-9a-f]+, 20 of MPI_DOUBLE$
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    double own[20] = {0};
    double* numbers = rank == 1 ? (double*)(size_t)(argc * 4096 + 4096) : own;
    if (rank == 0) MPI_Send(numbers, 20, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(numbers, 20, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return end("not reached");
}
