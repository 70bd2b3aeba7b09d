/* fault:  a key for attributes of datatypes is used with a communicator (MPI-5.0 7.7)
   expect: MPI_Comm_set_attr & key
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int of_types, of_communicators, value = 1;
    MPI_Init(NULL, NULL);
    MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &of_types, NULL);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &of_communicators, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, WRONG(of_types) RIGHT(of_communicators), &value);
    MPI_Type_free_keyval(&of_types);
    MPI_Comm_free_keyval(&of_communicators);
    MPI_Finalize();
    return 0;
}
