/* right:  counts and datatypes that differ between ranks while the signatures are the same (MPI-5.0 6.4, 6.5)
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[6] = {1, 2, 3, 4, 5, 6}, all[18];
    MPI_Datatype pair, spread;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Type_vector(3, 1, 2, MPI_INT, &spread);
    MPI_Type_commit(&spread);
    if (rank == 0) MPI_Bcast(values, 2, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Bcast(values, 1, pair, 0, MPI_COMM_WORLD);
    if (rank == 2) MPI_Bcast(values + 2, 2, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 2) MPI_Gather(values, 1, spread, NULL, -1, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD);
    else MPI_Gather(values, 3, MPI_INT, all, 3, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Type_free(&spread);
    MPI_Type_free(&pair);
    MPI_Finalize();
    return 0;
}
