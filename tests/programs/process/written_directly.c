// write() to descriptor 1 comes after what the rank has flushed.
// ranks: 1 3
// count: N first [0-9] second [0-9] third [0-9]
#include "../common/program.h"
#include <unistd.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    char text[32];
    for (int turn = 0; turn < size; ++turn) {
        if (turn == rank) {
            printf("first %d ", rank);
            fflush(stdout);
            int length = snprintf(text, sizeof text, "second %d ", rank);
            CHECK(write(STDOUT_FILENO, text, length) == length);
            printf("third %d\n", rank);
            fflush(stdout);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    return end("direct writes");
}
