/* fault:  an attribute's copy function returns an error: the communicator is not duplicated (MPI-5.0 7.7.2)
   expect: MPI_Comm_dup & attribute|callback|copy|error|ERR_OTHER|code
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

static int copy(MPI_Comm comm, int key, void* extra, void* value, void* made, int* flag) {
    (void)comm; (void)key; (void)extra;
    *(void**)made = value;
    *flag = 1;
    return WRONG(MPI_ERR_OTHER) RIGHT(MPI_SUCCESS);
}

int main(void) {
    int key, value = 1;
    MPI_Comm own;
    MPI_Init(NULL, NULL);
    MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_WORLD, key, &value);
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    MPI_Comm_free(&own);
    MPI_Comm_delete_attr(MPI_COMM_WORLD, key);
    MPI_Comm_free_keyval(&key);
    MPI_Finalize();
    return 0;
}
