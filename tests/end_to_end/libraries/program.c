/* Prints what the library gives, on each rank. */
#include <mpi.h>
#include <stdio.h>

int LIBRARY_FUNCTION(int value); // given by the compiler's -D

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    printf("%d\n", LIBRARY_FUNCTION(2));
    MPI_Finalize();
    return 0;
}
