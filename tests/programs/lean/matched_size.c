// A datatype that the program has from a function and names nowhere (MPI-5.0 section 19.1.5).
// ranks: 1 2 5
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
    int rank, size;
    double value, sum = -1;
    MPI_Datatype real;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_match_size(MPI_TYPECLASS_REAL, sizeof value, &real);
    value = 0.5 + rank;
    MPI_Allreduce(&value, &sum, 1, real, MPI_SUM, MPI_COMM_WORLD);
    const int wrong = sum != size * size / 2.0;
    if (rank == 0) puts(wrong ? "FAILED: matched size" : "ok: matched size");
    MPI_Finalize();
    return wrong;
}
