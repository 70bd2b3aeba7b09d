// flags: --incomplete
// oracle: no
// A program that names functions which are not there runs as long as it calls none of them.
#include <mpi.h>
#include <stdio.h>

int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments);
    int rank;
    MPI_Comm children;
    if (argument_count > 100) MPI_Comm_spawn("", MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &children, MPI_ERRCODES_IGNORE);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) printf("ok: nothing was missed\n");
    MPI_Finalize();
    return 0;
}
