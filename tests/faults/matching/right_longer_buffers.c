/* right:  receives with room for more than comes (MPI-5.0 3.2.4)
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[100] = {3}, count;
    MPI_Status status;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) MPI_Send(values, 10, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 0) MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    for (int expected = 10; rank == 1 && expected >= 0; expected -= 10) {
        MPI_Recv(values, 100, MPI_INT, 0, 0, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        CHECK(count == expected);
    }
    MPI_Finalize();
    return 0;
}
