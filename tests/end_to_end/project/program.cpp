// Counts the ranks with the library and says how many there are.
#include "counting.h"
#include <iostream>
#include <mpi.h>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0, size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    count(rank);
    const int sum = counted_on_all_ranks();
    if (rank == 0)
        std::cout << (sum == size * (size - 1) / 2 ? "ok: " : "FAILED: ") << size << " ranks counted " << sum
                  << "\n";
    MPI_Finalize();
}
