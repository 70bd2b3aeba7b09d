/* fault:  memory of MPI_Alloc_mem is not given back (MPI-5.0 9.2)
   expect: MPI_Alloc_mem & freed|leak
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int* memory;
    double* other;
    MPI_Init(NULL, NULL);
    MPI_Alloc_mem(4 * sizeof *memory, MPI_INFO_NULL, &memory);
    MPI_Alloc_mem(4 * sizeof *other, MPI_INFO_NULL, &other);
    memory[3] = 1;
    MPI_Free_mem(WRONG(other) RIGHT(memory));
    RIGHT(MPI_Free_mem(other);)
    MPI_Finalize();
    return 0;
}
