// A deadlock because of a wrong tag: the report names what lies there unreceived.
// ranks: 2
// exit: 3
// oracle: no
// stderr: rank 1 waits in MPI_Recv for a message from rank 0 with tag 2, up to 4 bytes; 2 messages wait here, the first from rank 0 with tag 1 of 4 bytes
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    if (rank == 0) {
        MPI_Send(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
        MPI_Send(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return end("not reached");
}
