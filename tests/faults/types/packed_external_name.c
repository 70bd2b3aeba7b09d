/* fault:  a data representation that does not exist (MPI-5.0 5.3)
   expect: MPI_Pack_external & datarep|representation|ERR_ARG|argument
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    char packed[100];
    MPI_Aint position = 0;
    int value = 1;
    MPI_Init(NULL, NULL);
    MPI_Pack_external("external" RIGHT("32"), &value, 1, MPI_INT, packed, 100, &position);
    MPI_Finalize();
    return 0;
}
