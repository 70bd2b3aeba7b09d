/* fault:  a subarray that begins so late that it leaves the array (MPI-5.0 5.1.3)
   expect: MPI_Type_create_subarray & start|subsize|ERR_ARG|argument
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int sizes[2] = {4, 6}, part[2] = {2, 3}, start[2] = {2, WRONG(4) RIGHT(3)};
    MPI_Datatype type;
    MPI_Init(NULL, NULL);
    MPI_Type_create_subarray(2, sizes, part, start, MPI_ORDER_C, MPI_DOUBLE, &type);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
