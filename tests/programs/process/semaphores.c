// Named semaphores between ranks: one that waits lets others go on.
// ranks: 2 6
// machine: host
#define _GNU_SOURCE
#include "../common/program.h"
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    char name[64] = "";
    if (rank == 0) snprintf(name, sizeof name, "/semaphore.%d", (int)getpid());
    MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
    sem_t* semaphore = sem_open(name, O_CREAT, 0600, 0);
    CHECK(semaphore != SEM_FAILED);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank != size - 1) CHECK(sem_wait(semaphore) == 0);
    if (rank == size - 1) {
        usleep(20000);
        for (int other = 1; other < size; ++other) CHECK(sem_post(semaphore) == 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_nsec += 50000000;
    if (limit.tv_nsec >= 1000000000) {
        limit.tv_nsec -= 1000000000;
        ++limit.tv_sec;
    }
    errno = 0;
    if (rank == 0) CHECK(sem_timedwait(semaphore, &limit) == -1 && errno == ETIMEDOUT);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) sem_unlink(name);
    sem_close(semaphore);
    return end("semaphores between ranks");
}
