// Stacks that are larger in all than the address space.
// ranks: 16
// options: --stack 100000G
// exit: 1
// stderr: ^sartor: no memory for the stacks of 16 ranks, [0-9]+ bytes each .*--stack
#include <mpi.h>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Finalize();
    return 0;
}
