/* fault:  an integer and a float are packed, and unpacked in the other order (MPI-5.0 3.3.1, 5.2)
   expect: MPI_Unpack & type
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    char packed[100];
    int position = 0, size, count = 3;
    float weight = 2;
    MPI_Init(NULL, NULL);
    MPI_Pack(&count, 1, MPI_INT, packed, 100, &position, MPI_COMM_SELF);
    MPI_Pack(&weight, 1, MPI_FLOAT, packed, 100, &position, MPI_COMM_SELF);
    size = position;
    position = 0;
    RIGHT(MPI_Unpack(packed, size, &position, &count, 1, MPI_INT, MPI_COMM_SELF);)
    MPI_Unpack(packed, size, &position, &weight, 1, MPI_FLOAT, MPI_COMM_SELF);
    WRONG(MPI_Unpack(packed, size, &position, &count, 1, MPI_INT, MPI_COMM_SELF);)
    MPI_Finalize();
    return 0;
}
