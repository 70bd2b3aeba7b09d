/* Mistakes that may be suppressed, by the case that the argument names; in places of their own. With two ranks. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static int rank, value = 1;

static int load_early(void) {
    MPI_Request request;
    int seen = 0;
    if (rank == 0) return MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    for (int turn = 0; turn < 3; ++turn) seen += value;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return seen == -1;
}

static int load_early_as_known(void) {
    MPI_Request request;
    int seen = 0;
    if (rank == 0) return MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    /* sartor: suppress early-access */
    seen += value;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return seen == -1;
}

static void put_twice(void) {
    int* part;
    MPI_Win window;
    MPI_Win_allocate(sizeof *part, sizeof *part, MPI_INFO_NULL, MPI_COMM_WORLD, &part, &window);
    MPI_Win_fence(0, window);
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
}

static void leave_type(void) {
    MPI_Datatype type;
    MPI_Type_contiguous(2, MPI_INT, &type);
}

int main(int argc, char** argv) {
    const char* const wanted = argc > 1 ? argv[1] : "";
    int result = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (strcmp(wanted, "load") == 0) result = load_early();
    if (strcmp(wanted, "known") == 0) result = load_early_as_known();
    if (strcmp(wanted, "put") == 0) put_twice();
    if (strcmp(wanted, "leave") == 0) leave_type();
    MPI_Finalize();
    return result;
}
