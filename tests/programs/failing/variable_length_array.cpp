// The same in C++, in a function with an array of variable length.
// ranks: 2
// options: --stack 1M
// exit: nonzero
// stderr: stack overflow in rank 1, in fill.*--stack SIZE
#include <mpi.h>

[[gnu::noinline]] static int fill(int length) {
    volatile char array[length];
    array[0] = 1;
    return array[0];
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int value = rank == 1 ? fill(argc * (3 << 20)) : 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return value;
}
