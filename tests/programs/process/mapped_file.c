// A rank looks at a file in memory until another rank changes it.
// ranks: 1 3
// machine: host
// options: --cores 0
#include "../common/program.h"
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    if (rank == 0) unlink("mapped");
    MPI_Barrier(MPI_COMM_WORLD);
    const int file = open("mapped", O_CREAT | O_RDWR, 0600);
    CHECK(file >= 0 && ftruncate(file, 4096) == 0);
    volatile int* turn = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    CHECK(turn != MAP_FAILED);
    MPI_Barrier(MPI_COMM_WORLD);
    while (*turn != size - 1 - rank) continue; // from the last rank to the first
    *turn = *turn + 1;
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(*turn == size);
    if (rank == 0) CHECK(unlink("mapped") == 0);
    return end("a file in memory");
}
