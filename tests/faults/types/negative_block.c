/* fault:  a negative block length (MPI-5.0 5.1.2)
   expect: MPI_Type_indexed & blocklength|block length|count|ERR_ARG|argument
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int lengths[2] = {1, WRONG(-2) RIGHT(2)}, offsets[2] = {0, 3};
    MPI_Datatype type;
    MPI_Init(NULL, NULL);
    MPI_Type_indexed(2, lengths, offsets, MPI_INT, &type);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
