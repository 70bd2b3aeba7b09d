/* fault:  the n-th key of an info object that has n, counted from 0 (MPI-5.0 10)
   expect: MPI_Info_get_nthkey & key|ERR_ARG|argument
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    char key[MPI_MAX_INFO_KEY + 1];
    int keys;
    MPI_Info info;
    MPI_Init(NULL, NULL);
    MPI_Info_create(&info);
    MPI_Info_set(info, "one", "1");
    MPI_Info_set(info, "two", "2");
    MPI_Info_get_nkeys(info, &keys);
    MPI_Info_get_nthkey(info, keys RIGHT(- 1), key);
    MPI_Info_free(&info);
    MPI_Finalize();
    return 0;
}
