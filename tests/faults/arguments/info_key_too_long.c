/* fault:  an info key longer than MPI_MAX_INFO_KEY (MPI-5.0 10)
   expect: MPI_Info_set & key
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include <string.h>
#include "../faults.h"

int main(void) {
    char key[MPI_MAX_INFO_KEY + 20];
    MPI_Info info;
    MPI_Init(NULL, NULL);
    memset(key, 'k', sizeof key);
    key[WRONG(MPI_MAX_INFO_KEY + 10) RIGHT(MPI_MAX_INFO_KEY - 10)] = 0;
    MPI_Info_create(&info);
    MPI_Info_set(info, key, "value");
    MPI_Info_free(&info);
    MPI_Finalize();
    return 0;
}
