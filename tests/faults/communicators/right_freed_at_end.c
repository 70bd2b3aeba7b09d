/* right:  a library frees its communicator and datatype in the callback of an attribute of MPI_COMM_SELF, which
           MPI_Finalize calls first (MPI-5.0 11.2.4)
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

static MPI_Comm own;
static MPI_Datatype type;

static int release(MPI_Comm comm, int key, void* value, void* extra) {
    (void)comm; (void)key; (void)value; (void)extra;
    MPI_Barrier(own);
    MPI_Comm_free(&own);
    MPI_Type_free(&type);
    return MPI_SUCCESS;
}

int main(void) {
    int key;
    MPI_Init(NULL, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    MPI_Type_contiguous(3, MPI_INT, &type);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, release, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
    MPI_Comm_free_keyval(&key);
    MPI_Finalize();
    return own != MPI_COMM_NULL;
}
