// flags: --incomplete
// oracle: no
// ranks: 1 3
// exit: nonzero
// stderr: ranks? [-0-9, ]+: MPI_Comm_join: sartor does not have this function yet
// stderr: called
// Its call ends the run and names the function.
#include <mpi.h>

int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments);
    MPI_Comm joined;
    MPI_Comm_join(0, &joined);
    MPI_Finalize();
    return 0;
}
