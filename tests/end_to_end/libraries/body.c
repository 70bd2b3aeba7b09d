/* What the main of an archive calls. */
#include <mpi.h>
#include <stdio.h>

int run_program(void) {
    int size;
    MPI_Init(NULL, NULL);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    printf("one of %d\n", size);
    MPI_Finalize();
    return 0;
}
