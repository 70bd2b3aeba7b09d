/* fault:  a predefined attribute is set, which only MPI does (MPI-5.0 9.1.2)
   expect: MPI_Comm_set_attr & key|attribute|ERR_ARG
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int own, key, value = 10;
    MPI_Init(NULL, NULL);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &own, NULL);
    key = WRONG(MPI_TAG_UB) RIGHT(own);
    MPI_Comm_set_attr(MPI_COMM_WORLD, key, &value);
    MPI_Comm_free_keyval(&own);
    MPI_Finalize();
    return 0;
}
