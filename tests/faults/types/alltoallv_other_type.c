/* fault:  in an all-to-all the last rank expects floats of rank 1, which sends integers (MPI-5.0 6.8)
   expect: MPI_Alltoallv & MPI_INT.*MPI_FLOAT|MPI_FLOAT.*MPI_INT|ERR_TYPE|datatype
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, sent[6] = {0}, received[6];
    const int places[3] = {0, 2, 4};
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    /* all but ranks 1 and 2 have nothing for each other */
    const int sent_counts[3] = {0, 0, rank == 1 ? 2 : 0}, counts[3] = {0, rank == 2 ? 2 : 0, 0};
    MPI_Datatype type = rank == 2 ? WRONG(MPI_FLOAT) RIGHT(MPI_INT) : MPI_INT;
    MPI_Alltoallv(sent, sent_counts, places, MPI_INT, received, counts, places, type, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
