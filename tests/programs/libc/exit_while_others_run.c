// Ranks leave one after another with exit(); the others go on to compute and to send.
// oracle: no
// count: N ^rank [0-9]+ is done$
#include "../common/program.h"

static void say_done(void) {
    printf("rank %d is done\n", rank);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    atexit(say_done);
    int token = 0;
    if (rank + 1 < size) MPI_Recv(&token, 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(token == size - 1 - rank);
    ++token;
    if (rank > 0) MPI_Send(&token, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD);
    if (rank == 0 && failures == 0) puts("ok: ranks leave one after another");
    MPI_Finalize();
    exit(failures != 0);
}
