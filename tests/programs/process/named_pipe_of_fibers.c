// Ranks that share a core open and read a named pipe, which a program has made for them.
// ranks: 2 5
// options: --cores 0
#include "../common/program.h"
#include <fcntl.h>
#include <unistd.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    if (rank == 0) CHECK(system("rm -f pipe_of_ranks; mkfifo pipe_of_ranks") == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    int sum = 0;
    for (int time = 0; time < 3; ++time) {
        const int file = open("pipe_of_ranks", rank == 0 ? O_RDONLY : O_WRONLY);
        CHECK(file >= 0);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank != 0) {
            CHECK(write(file, &rank, sizeof rank) == sizeof rank);
            usleep(1000);
        }
        for (int number; rank == 0 && read(file, &number, sizeof number) == sizeof number;) sum += number;
        CHECK(close(file) == 0);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    CHECK(rank != 0 || sum == 3 * size * (size - 1) / 2);
    if (rank == 0) CHECK(unlink("pipe_of_ranks") == 0);
    return end("a named pipe of ranks that share a core");
}
