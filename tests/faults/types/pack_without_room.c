/* fault:  more is packed than the buffer has room for (MPI-5.0 5.2)
   expect: MPI_Pack & truncat|ERR_ARG|argument|buffer|size|room
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    char packed[40];
    int position = 0;
    double values[4] = {0};
    MPI_Init(NULL, NULL);
    MPI_Pack(values, WRONG(4) RIGHT(2), MPI_DOUBLE, packed, 24, &position, MPI_COMM_SELF);
    MPI_Finalize();
    return 0;
}
