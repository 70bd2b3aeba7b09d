// Each rank has the number of a process of its own; its children have their own.
// ranks: 2 8
#define _GNU_SOURCE
#include "../common/program.h"
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int number = getpid();
    int* all = malloc(sizeof(int) * size);
    MPI_Gather(&number, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int one = 0; rank == 0 && one < size; ++one)
        for (int other = 0; other < one; ++other) CHECK(all[one] != all[other]);
    CHECK(number > 0 && getpid() == number && getppid() != number);
    srand(number);
    CHECK(kill(number, 0) == 0);
    pid_t child = fork();
    if (child == 0) _exit(getppid() != number || getpid() == number);
    int status = -1;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    char path[64];
    snprintf(path, sizeof path, "/tmp/number_%d", number);
    FILE* file = fopen(path, "w");
    fprintf(file, "%d", rank);
    fclose(file);
    MPI_Barrier(MPI_COMM_WORLD);
    int found = -1;
    file = fopen(path, "r");
    CHECK(file != NULL && fscanf(file, "%d", &found) == 1 && found == rank);
    fclose(file);
    MPI_Barrier(MPI_COMM_WORLD);
    unlink(path);
    free(all);
    return end("numbers of processes");
}
