/* right:  the largest tag that there is, and 0 (MPI-5.0 9.1.2)
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, known, *bound, values[2] = {1, 2};
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &bound, &known);
    CHECK(known);
    if (rank == 0) {
        MPI_Send(&values[0], 1, MPI_INT, 1, *bound, MPI_COMM_WORLD);
        MPI_Send(&values[1], 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&values[1], 1, MPI_INT, 0, *bound, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&values[0], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(values[0] == 2 && values[1] == 1);
    }
    MPI_Finalize();
    return 0;
}
