// Functions that are not implemented: the link fails and lists all of them.
// build: fails
// stderr: MPI_Win_create
// stderr: MPI_File_open
// stderr: missing_functions
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
    int memory[4];
    MPI_Win window;
    MPI_File file;
    MPI_Init(&argc, &argv);
    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    MPI_Finalize();
    return 0;
}
