/* right:  bytes of a struct as MPI_BYTE on both sides, packed data received as MPI_PACKED and as what was packed
           (MPI-5.0 3.3.1, 5.2)
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    struct { char letter; double weight; } item = {'a', 2};
    char packed[100];
    int rank, position = 0, value = 5;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send(&item, sizeof item, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        MPI_Pack(&value, 1, MPI_INT, packed, 100, &position, MPI_COMM_WORLD);
        MPI_Send(packed, position, MPI_PACKED, 1, 0, MPI_COMM_WORLD);
        MPI_Send(packed, position, MPI_PACKED, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&item, sizeof item, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        value = 0;
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(value == 5);
        MPI_Recv(packed, 100, MPI_PACKED, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Unpack(packed, 100, &position, &value, 1, MPI_INT, MPI_COMM_WORLD);
        CHECK(value == 5);
    }
    MPI_Finalize();
    return 0;
}
