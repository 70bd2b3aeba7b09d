// What a program may ask that was not spawned, and MPI_Pcontrol without a profiling library.
#include "../common/everything.h"

#include <mpi.h>
#include <stdio.h>

int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments);
    MPI_Comm parent = MPI_COMM_WORLD, copy;
    int wrong = MPI_Comm_get_parent(&parent) != MPI_SUCCESS || parent != MPI_COMM_NULL;
    wrong |= MPI_Pcontrol(1) != MPI_SUCCESS;
    wrong |= MPI_Pcontrol(2, "a level's own arguments", 3.0) != MPI_SUCCESS;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    wrong |= MPI_Comm_disconnect(&copy) != MPI_SUCCESS || copy != MPI_COMM_NULL;
    int rank, all;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0) printf(all ? "wrong\n" : "ok: not spawned\n");
    MPI_Finalize();
    return all;
}
