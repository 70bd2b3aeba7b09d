/* fault:  an attribute is set by a key that was freed (MPI-5.0 7.7.2)
   expect: MPI_Comm_set_attr & key
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int key, used, value = 1;
    MPI_Init(NULL, NULL);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    used = key;
    WRONG(MPI_Comm_free_keyval(&key);)
    MPI_Comm_set_attr(MPI_COMM_SELF, used, &value);
    RIGHT(MPI_Comm_free_keyval(&key);)
    MPI_Finalize();
    return 0;
}
