/* fault:  a datatype is made in each step of a loop and never freed (MPI-5.0 5.1.9, 2.5.1)
   expect: MPI_Type_contiguous|datatype & not freed|neither|leak|left|never
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    MPI_Init(NULL, NULL);
    for (int step = 0; step < 10; ++step) {
        MPI_Datatype type;
        int values[2] = {1, 2}, got[2];
        MPI_Type_contiguous(2, MPI_INT, &type);
        MPI_Type_commit(&type);
        MPI_Sendrecv(values, 1, type, 0, 0, got, 1, type, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
        RIGHT(MPI_Type_free(&type);)
    }
    MPI_Finalize();
    return 0;
}
