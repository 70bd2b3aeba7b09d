/* The number of the process alone, and no names. */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    printf("%s\n", getpid() > 0 ? "a number" : "none");
    MPI_Finalize();
    return 0;
}
