// FIFOs between ranks: opening and reading waits for the other side, while others go on.
// ranks: 2 4
// machine: host
#include "../common/program.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    char name[64] = "";
    int next = (rank + 1) % size, number = -1, before = (rank + size - 1) % size;
    snprintf(name, sizeof name, "fifo.%d", rank);
    unlink(name);
    CHECK(mkfifo(name, 0600) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int turn = 0; turn < 2; ++turn) {
        if (rank % 2 == turn) {
            int file = open(name, O_RDONLY);
            CHECK(read(file, &number, sizeof number) == sizeof number);
            CHECK(number == before);
            close(file);
        } else {
            char other[64];
            snprintf(other, sizeof other, "fifo.%d", next);
            int file = open(other, O_WRONLY);
            usleep(1000);
            CHECK(write(file, &rank, sizeof rank) == sizeof rank);
            close(file);
        }
    }
    unlink(name);
    return end("FIFOs between ranks");
}
