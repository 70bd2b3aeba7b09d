// Functions that are not implemented: the link fails and lists all of them.
// build: fails
// stderr: MPI_Win_create
// stderr: MPI_File_delete
// stderr: missing_functions
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
    int memory[4];
    MPI_Win window;
    MPI_Init(&argc, &argv);
    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_File_delete("data", MPI_INFO_NULL);
    MPI_Finalize();
    return 0;
}
