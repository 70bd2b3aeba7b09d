/* fault:  MPI_MAXLOC of single integers, not of pairs (MPI-5.0 6.9.4)
   expect: MPI_Allreduce & operation|MAXLOC|ERR_OP|MPI_Op
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    struct { int value, index; } mine = {1, 0}, all;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &mine.index);
    MPI_Allreduce(&mine, &all, 1 WRONG(* 2), WRONG(MPI_INT) RIGHT(MPI_2INT), MPI_MAXLOC, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
