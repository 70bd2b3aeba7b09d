// With --checked, errors returned: ranks that make different collective calls of a window all get the error and go on.
// ranks: 2 3 5
// flags: --checked
// exit: nonzero
// oracle: no
// count: N rank [0-9]+ has the error and goes on
// stderr: calls MPI_Win_f(ence|ree)
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int memory[4] = {0};
    MPI_Win win;
    MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    const int error = rank == 0 ? MPI_Win_fence(0, win) : MPI_Win_free(&win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (error != MPI_SUCCESS) printf("rank %d has the error and goes on\n", rank);
    MPI_Finalize(); // the window is left
    return 0;
}
