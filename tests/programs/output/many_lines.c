// 10000 lines of each rank arrive whole and all.
// count: 10000*N ^line [0-9]+ of rank [0-9]+: x{40}$
// count: 10000*N+1 ^.+
// ranks: 1 3 16
// oracle: no
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    for (int line = 0; line < 10000; ++line) {
        printf("line %d of rank %d: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n", line, rank);
        if (line % 500 == 0) MPI_Barrier(MPI_COMM_WORLD);
    }
    return end("many lines");
}
