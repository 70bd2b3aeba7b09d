/* fault:  what MPI_Alltoallw sends to one rank is of another datatype than that rank expects, of the same length
           (MPI-5.0 6.8)
   expect: MPI_Alltoallw & MPI_INT & MPI_FLOAT
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, size, sent[3] = {1, 2, 3}, received[3] = {0};
    int counts[3] = {1, 1, 1}, places[3] = {0, 4, 8};
    MPI_Datatype types_sent[3], types_received[3];
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int other = 0; other < size; ++other)
        types_sent[other] = types_received[other] = (rank + other) % 2 == 0 ? MPI_INT : MPI_BYTE;
    for (int other = 0; other < size; ++other) counts[other] = (rank + other) % 2 == 0 ? 1 : 4;
    WRONG(if (rank == 2) types_sent[0] = MPI_FLOAT;)
    MPI_Alltoallw(sent, counts, places, types_sent, received, counts, places, types_received, MPI_COMM_WORLD);
    RIGHT(for (int other = 0; other < size; ++other) CHECK(received[other] == rank + 1);)
    MPI_Finalize();
    return 0;
}
