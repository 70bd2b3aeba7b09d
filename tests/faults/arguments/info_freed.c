/* fault:  an info object is used after it was freed (MPI-5.0 2.5.1, 10)
   expect: MPI_Info_set & info
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    MPI_Info info;
    MPI_Init(NULL, NULL);
    MPI_Info_create(&info);
    MPI_Info_set(info, "one", "1");
    WRONG(MPI_Info_free(&info);)
    MPI_Info_set(info, "two", "2");
    RIGHT(MPI_Info_free(&info);)
    MPI_Finalize();
    return 0;
}
