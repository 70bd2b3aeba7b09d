/* fault:  more is unpacked than was packed (MPI-5.0 5.2)
   expect: MPI_Unpack & truncat|ERR_ARG|argument|buffer|size|message
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    char packed[100];
    int position = 0, size, values[4] = {1, 2, 3, 4};
    MPI_Init(NULL, NULL);
    MPI_Pack(values, 3, MPI_INT, packed, 100, &position, MPI_COMM_SELF);
    size = position;
    position = 0;
    MPI_Unpack(packed, size, &position, values, 3 WRONG(+ 1), MPI_INT, MPI_COMM_SELF);
    MPI_Finalize();
    return 0;
}
