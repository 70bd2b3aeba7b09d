// flags: --incomplete
// oracle: no
// ranks: 1 3
// exit: nonzero
// stderr: ranks? [-0-9, ]+: MPI_Comm_spawn: sartor does not have this function yet
// stderr: called
// Its call ends the run and names the function.
#include <mpi.h>

int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments);
    MPI_Comm children;
    MPI_Comm_spawn("", MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &children, MPI_ERRCODES_IGNORE);
    MPI_Finalize();
    return 0;
}
