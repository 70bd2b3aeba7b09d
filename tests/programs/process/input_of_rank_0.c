// Rank 0 has the standard input; others read its end.
// ranks: 1 4
// input: first line\n17\nx
// oracle: openmpi
#include "../common/program.h"
#include <unistd.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    char line[100] = "", byte;
    if (rank != 0) {
        CHECK(fgets(line, sizeof line, stdin) == NULL && feof(stdin));
        CHECK(getchar() == EOF);
        CHECK(scanf("%99s", line) == EOF);
        CHECK(read(0, &byte, 1) == 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        int number = 0;
        CHECK(fgets(line, sizeof line, stdin) != NULL && strcmp(line, "first line\n") == 0);
        CHECK(scanf("%d", &number) == 1 && number == 17);
        CHECK(getchar() == '\n' && getchar() == 'x');
    }
    return end("standard input");
}
