// Functions that are not implemented: the link fails and lists all of them.
// build: fails
// stderr: MPI_Comm_spawn \(
// stderr: MPI_Comm_spawn_multiple
// stderr: missing_functions
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
    MPI_Comm children;
    char* commands[] = {argv[0]};
    int one = 1;
    MPI_Info info = MPI_INFO_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, info, 0, MPI_COMM_SELF, &children, MPI_ERRCODES_IGNORE);
    MPI_Comm_spawn_multiple(1, commands, MPI_ARGVS_NULL, &one, &info, 0, MPI_COMM_SELF, &children,
                            MPI_ERRCODES_IGNORE);
    MPI_Finalize();
    return 0;
}
