/* fault:  a thread level that does not exist is required (MPI-5.0 11.6.2)
   expect: MPI_Init_thread & level|required|thread|ERR_ARG|argument
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int provided;
    MPI_Init_thread(NULL, NULL, WRONG(4711) RIGHT(MPI_THREAD_FUNNELED), &provided);
    MPI_Finalize();
    return 0;
}
