/* Prints what a rank finds of its place before MPI_Init, its arguments, and whether all of it is true on one computer. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int number(const char* variable) {
    const char* text = getenv(variable);
    return text != NULL ? atoi(text) : -1;
}

int main(int argc, char** argv) {
    const int found = number("OMPI_COMM_WORLD_RANK");
    const int same = number("PMI_RANK") == found && number("SARTOR_RANK") == found;
    const int ranks = number("OMPI_COMM_WORLD_SIZE") == number("PMI_SIZE") ? number("PMI_SIZE") : -2;
    const int local = number("MPI_LOCALRANKID") == number("OMPI_COMM_WORLD_LOCAL_RANK") ? number("MPI_LOCALRANKID") : -2;
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const char* extra = getenv("EXTRA");
    printf("rank %d of %d: %s, extra %s", rank, size,
           same && found == rank && ranks == size && local == rank && number("MPI_LOCALNRANKS") == size
               ? "as launched"
               : "NOT as launched",
           extra != NULL ? extra : "none");
    for (int index = 1; index < argc; ++index) printf(", %s", argv[index]);
    printf("\n");
    MPI_Finalize();
    return 0;
}
