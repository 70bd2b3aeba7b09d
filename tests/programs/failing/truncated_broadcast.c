// A broadcast with fewer elements on the other ranks than on the root.
// ranks: 3
// exit: nonzero
// stderr: MPI_Bcast.*MPI_ERR_TRUNCATE|MPI_ERR_TRUNCATE.*MPI_Bcast
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    int values[10] = {0};
    MPI_Bcast(values, rank == 0 ? 10 : 5, MPI_INT, 0, MPI_COMM_WORLD);
    (void)value;
    return end("not reached");
}
