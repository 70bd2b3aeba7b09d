/* fault:  arrays for the contents of a datatype that are shorter than its envelope says (MPI-5.0 5.1.13)
   expect: MPI_Type_get_contents & ERR_ARG|argument|max_integers|integers|ERR_TYPE
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int integers[3];
    MPI_Aint addresses[1];
    MPI_Datatype type, inner[1];
    MPI_Init(NULL, NULL);
    MPI_Type_vector(3, 1, 2, MPI_INT, &type);
    MPI_Type_get_contents(type, 3 WRONG(- 1), 1, 1, integers, addresses, inner);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
