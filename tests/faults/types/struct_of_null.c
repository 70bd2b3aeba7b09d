/* fault:  MPI_DATATYPE_NULL as a member of a struct (MPI-5.0 5.1.2)
   expect: MPI_Type_create_struct & type
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int lengths[2] = {1, 1};
    MPI_Aint offsets[2] = {0, 8};
    MPI_Datatype types[2] = {MPI_INT, WRONG(MPI_DATATYPE_NULL) RIGHT(MPI_DOUBLE)}, type;
    MPI_Init(NULL, NULL);
    MPI_Type_create_struct(2, lengths, offsets, types, &type);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
