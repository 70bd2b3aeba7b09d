/* fault:  a predefined datatype is freed (MPI-5.0 5.1.9)
   expect: MPI_Type_free & predefined|permanent|ERR_TYPE|datatype
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    MPI_Datatype pair, type;
    MPI_Init(NULL, NULL);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    type = WRONG(MPI_INT) RIGHT(pair);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
