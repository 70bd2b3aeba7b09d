/* fault:  the contents of a predefined datatype are asked for (MPI-5.0 5.1.13)
   expect: MPI_Type_get_contents & type|predefined|named|contents
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
    MPI_Type_get_contents(WRONG(MPI_INT) RIGHT(type), 3, 1, 1, integers, addresses, inner);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
