// Standard error takes the program's lines, whole, beside standard output.
// stderr: ^rank 0 complains [0-9]+$
// count: N ^rank [0-9]+ is content$
// oracle: no
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    for (int line = 0; line < 100; ++line) fprintf(stderr, "rank %d complains %d\n", rank, line);
    printf("rank %d is content\n", rank);
    return end("standard error");
}
