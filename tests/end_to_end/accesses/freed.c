/* Blocks of memory that are freed while an operation has them, by the case that the argument names; "right": none. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char** argv) {
    int rank, size;
    MPI_Request both[2];
    const char* wanted = argc > 1 ? argv[1] : "right";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    char* in = malloc(64);
    char* out = calloc(64, 1);
    MPI_Irecv(in, 64, MPI_CHAR, (rank + 1) % size, 0, MPI_COMM_WORLD, &both[0]);
    MPI_Isend(out, 64, MPI_CHAR, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &both[1]);
    free(malloc(64));
    if (strcmp(wanted, "received") == 0) free(in);
    if (strcmp(wanted, "sent") == 0) out = realloc(out, 1 << 20);
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
    if (strcmp(wanted, "received") != 0) free(in);
    free(out);
    if (rank == 0) printf("end\n");
    MPI_Finalize();
    return 0;
}
