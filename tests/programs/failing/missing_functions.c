// Functions that are not implemented: the link fails and lists all of them.
// build: fails
// stderr: MPI_Open_port
// stderr: MPI_Comm_join
// stderr: missing_functions
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
    MPI_Comm joined;
    char port[MPI_MAX_PORT_NAME];
    MPI_Init(&argc, &argv);
    MPI_Open_port(MPI_INFO_NULL, port);
    MPI_Comm_join(0, &joined);
    MPI_Finalize();
    return 0;
}
