#include "../../programs/common/program.h"
#include <semaphore.h>
#include <unistd.h>

sem_t* semaphore_of(const char* name);
void wait_for(sem_t* semaphore);

int main(int argc, char** argv) {
    begin(&argc, &argv);
    char name[64] = "";
    if (rank == 0) snprintf(name, sizeof name, "/sartor_waits_%d", (int)getpid());
    MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
    sem_t* const semaphore = semaphore_of(name);
    CHECK(semaphore != SEM_FAILED);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank < size - 1) wait_for(semaphore);
    else
        for (int other = 0; other < rank; ++other) sem_post(semaphore);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) sem_unlink(name);
    return end("a library that waits");
}
