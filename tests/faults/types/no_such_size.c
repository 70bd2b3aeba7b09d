/* fault:  a floating-point type of a size that does not exist is looked for (MPI-5.0 19.1.9)
   expect: MPI_Type_match_size & size|ERR_ARG|argument
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    MPI_Datatype type;
    MPI_Init(NULL, NULL);
    MPI_Type_match_size(MPI_TYPECLASS_REAL, WRONG(5) RIGHT(8), &type);
    MPI_Finalize();
    return 0;
}
