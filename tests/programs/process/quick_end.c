// at_quick_exit's handlers of each rank run at quick_exit, atexit's don't.
// ranks: 1 4
// count: N quick
// count: 0 never
// exit: 9
#include "../common/program.h"

static void quick(void) {
    printf("quick\n");
    fflush(stdout);
}
static void never(void) {
    printf("never\n");
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    at_quick_exit(quick);
    atexit(never);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    quick_exit(9);
}
