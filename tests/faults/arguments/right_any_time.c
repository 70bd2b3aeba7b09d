/* right:  what may be called before MPI_Init and after MPI_Finalize (MPI-5.0 11.4)
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int flag, version, minor, length, keys;
    char library[MPI_MAX_LIBRARY_VERSION_STRING];
    MPI_Info info;
    MPI_Initialized(&flag);
    CHECK(!flag);
    MPI_Get_version(&version, &minor);
    MPI_Get_library_version(library, &length);
    MPI_Init(NULL, NULL);
    MPI_Info_create(&info);
    MPI_Info_get_nkeys(info, &keys);
    MPI_Info_free(&info);
    MPI_Finalize();
    MPI_Finalized(&flag);
    CHECK(flag && keys == 0);
    return 0;
}
