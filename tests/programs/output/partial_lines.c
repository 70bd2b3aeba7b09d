// Lines written in pieces across MPI calls arrive whole; the last partial line is not lost.
// count: 3*N ^rank [0-9]+ writes in pieces: one, two, three!$
// count: N the end of rank [0-9]+\.
// oracle: no
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    for (int line = 0; line < 3; ++line) {
        printf("rank %d writes ", rank);
        MPI_Barrier(MPI_COMM_WORLD);
        fputs("in pieces: ", stdout);
        MPI_Barrier(MPI_COMM_WORLD);
        fwrite("one, ", 1, 5, stdout);
        putchar('t');
        putc('w', stdout);
        fputc('o', stdout);
        MPI_Barrier(MPI_COMM_WORLD);
        puts(", three!");
    }
    int code = verdict("partial lines");
    MPI_Barrier(MPI_COMM_WORLD);
    printf("the end of rank %d.", rank);
    MPI_Finalize();
    return code;
}
