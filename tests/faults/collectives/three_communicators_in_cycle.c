/* fault:  three ranks enter the broadcasts of three communicators of two ranks in a cycle (MPI-5.0 6.14)
   expect: deadlock & MPI_Allreduce
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, one = 1, sum;
    MPI_Comm pairs[3];
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int k = 0; k < 3; ++k) /* pair k has the ranks k and k + 1 */
        MPI_Comm_split(MPI_COMM_WORLD, rank == k || rank == (k + 1) % 3 ? 0 : MPI_UNDEFINED, rank, &pairs[k]);
    for (int k = 0; k < 3; ++k) {
        int pair = WRONG((rank + k) % 3) RIGHT(k);
        if (pairs[pair] != MPI_COMM_NULL) MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, pairs[pair]);
    }
    for (int k = 0; k < 3; ++k)
        if (pairs[k] != MPI_COMM_NULL) MPI_Comm_free(&pairs[k]);
    MPI_Finalize();
    return 0;
}
