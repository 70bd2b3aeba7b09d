// Two ranks of this program are started by the others, and the run ends as the argument says.
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int start_others(char* program, char* how) {
    char* arguments[] = {how, NULL};
    MPI_Comm others;
    int value = 3;
    MPI_Comm_spawn(program, arguments, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &others, MPI_ERRCODES_IGNORE);
    MPI_Bcast(&value, 1, MPI_INT, MPI_ROOT, others);
    if (strcmp(how, "wait") == 0) MPI_Recv(&value, 1, MPI_INT, 1, 7, others, MPI_STATUS_IGNORE);
    MPI_Barrier(others);
    MPI_Finalize();
    return 0;
}

static int be_other(MPI_Comm parent, const char* how) {
    int rank = -1, value = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast(&value, 1, MPI_INT, 0, parent);
    printf("started: rank %d has %d\n", rank, value);
    fflush(stdout);
    if (strcmp(how, "abort") == 0 && rank == 1) MPI_Abort(MPI_COMM_WORLD, 5);
    if (strcmp(how, "crash") == 0 && rank == 1) raise(SIGSEGV);
    if (strcmp(how, "kill") == 0 && rank == 1) {
        usleep(500000); // the others wait by then
        raise(SIGKILL);
    }
    if (strcmp(how, "sleep") == 0) sleep(100);
    if (strcmp(how, "wait") == 0) MPI_Recv(&value, 1, MPI_INT, 0, 7, parent, MPI_STATUS_IGNORE);
    MPI_Barrier(parent);
    MPI_Finalize();
    return strcmp(how, "code") == 0 && rank == 1 ? 7 : 0;
}

int main(int argc, char** argv) {
    MPI_Comm parent;
    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    if (argc < 2) MPI_Abort(MPI_COMM_WORLD, 2);
    if (parent != MPI_COMM_NULL) return be_other(parent, argv[1]);
    return start_others(argv[0], argv[1]);
}
