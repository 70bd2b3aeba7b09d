/* Shared memory of each rank, by a name made from the number of its process, as Global Arrays' progress ranks have it. */
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    char name[64];
    snprintf(name, sizeof name, "/sartor-test-%d", (int)getpid());
    int file = shm_open(name, O_CREAT | O_EXCL | O_RDWR, 0600);
    int found = file >= 0, all = 0;
    MPI_Allreduce(&found, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) printf("names: %d\n", all);
    if (found) shm_unlink(name);
    MPI_Finalize();
    return 0;
}
