// A buffer that is not there: the crash is inside of the MPI call, and its calls are those of the program.
// ranks: 2
// flags: -g
// exit: 139
// stderr: ^sartor: rank 0 crashed: segmentation fault at address 0x[0-9a-f]+$
// stderr: ^sartor:   from MPI_Send$
// stderr: ^sartor:   from exchange\+0x.* \(crash_in_mpi\.c:14\)
// stderr: ^sartor:   from main\+0x.* \(crash_in_mpi\.c:25\)
// stderr: ^sartor:   inside of MPI_Send
#include "../common/program.h"

__attribute__((noinline)) static int exchange(double* numbers, int count) {
    MPI_Status status;
    if (rank == 0) MPI_Send(numbers, count, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(numbers, count, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &status);
    return (int)numbers[count - 1];
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    double own[20] = {0};
    double* nowhere = (double*)(size_t)(argc * 4096 + 4096);
    double* numbers = rank == 0 ? nowhere : own;
    int value = 1;
    value += exchange(numbers, 20);
    return end("not reached") + value;
}
