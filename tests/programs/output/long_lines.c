// Lines of 60 KiB arrive whole.
// count: 5*N ^start[0-9]+-(<>){40}.*end$
// count: 5*N+1 ^.+
// oracle: no
#include "../common/program.h"

enum { length = 60 * 1024 };

int main(int argc, char** argv) {
    static char line[length + 1];
    begin(&argc, &argv);
    for (int index = 0; index < length; ++index) line[index] = "<>"[index % 2];
    for (int number = 0; number < 5; ++number) {
        printf("start%d-%s-end\n", rank, line);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    return end("long lines");
}
