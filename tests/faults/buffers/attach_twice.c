/* fault:  a second buffer is attached (MPI-5.0 3.6)
   expect: MPI_Buffer_attach & buffer|attached
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

static char one[1000], two[1000];

int main(void) {
    char* detached;
    int size;
    MPI_Init(NULL, NULL);
    MPI_Buffer_attach(one, (int)sizeof one);
    RIGHT(MPI_Buffer_detach(&detached, &size);)
    MPI_Buffer_attach(two, (int)sizeof two);
    MPI_Buffer_detach(&detached, &size);
    MPI_Finalize();
    return 0;
}
