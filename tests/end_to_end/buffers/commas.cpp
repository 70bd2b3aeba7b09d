// Arguments that are no arguments of a macro: with --checked the source is compiled without notes of sizes.
#include <array>
#include <cstdio>
#include <mpi.h>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Bcast(std::array<int, 2>{1, 2}.data(), 2, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    std::puts("done");
    return 0;
}
