/* right:  a key is freed while attributes have it, an error handler while a communicator has it: both live on
           (MPI-5.0 7.7.2, 9.3)
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

static int deleted;

static int copy(MPI_Comm comm, int key, void* extra, void* value, void* made, int* flag) {
    (void)comm; (void)key; (void)extra;
    *(void**)made = value;
    *flag = 1;
    return MPI_SUCCESS;
}
static int delete(MPI_Comm comm, int key, void* value, void* extra) {
    (void)comm; (void)key; (void)value; (void)extra;
    ++deleted;
    return MPI_SUCCESS;
}

int main(void) {
    int key, value = 7;
    MPI_Comm own, second;
    MPI_Init(NULL, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    MPI_Comm_create_keyval(copy, delete, &key, NULL);
    MPI_Comm_set_attr(own, key, &value);
    MPI_Comm_dup(own, &second);
    MPI_Comm_free_keyval(&key);
    MPI_Comm_free(&own);
    MPI_Comm_free(&second);
    CHECK(deleted == 2);
    MPI_Finalize();
    return 0;
}
