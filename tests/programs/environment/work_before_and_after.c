// A program computes and prints before MPI_Init and after MPI_Finalize, on every rank.
// count: N ^before
// count: N ^after
// oracle: no
#include "../common/program.h"

static int prepared = 5;

int main(int argc, char** argv) {
    printf("before\n");
    prepared *= 2;
    begin(&argc, &argv);
    CHECK(prepared == 10);
    int code = end("work before and after");
    printf("after %d\n", prepared + rank);
    return code;
}
