/* The ways to fail: ways [FIRST]. Rank 1 fails by the FIRST way, the next ranks by the next ones, and rank 0
   sees them all. */
#include "check.h"

enum { killed, killed_by_id, aborted, bad_access, exited_at_once, exited, returned, kinds };

int main(int argc, char** argv) {
    start(&argc, &argv);
    const int first = argc > 1 ? atoi(argv[1]) : 0;
    if (rank > 0) {
        int value = rank;
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        switch ((first + rank - 1) % kinds) {
        case killed:
            raise(SIGKILL);
            break;
        case killed_by_id:
            kill(getpid(), SIGKILL);
            break;
        case aborted:
            abort();
        case bad_access:
            *(volatile int*)0 = 0;
            break;
        case exited_at_once:
            _exit(1);
        case exited:
            exit(1);
        default:
            return 0;
        }
        printf("rank %d goes on after its failure\n", rank);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    for (int other = 1; other < size; ++other) {
        int value = -1, next;
        expect_class(MPI_Recv(&value, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE), MPI_SUCCESS,
                     "MPI_Recv of what was sent before");
        expect(value == other, "value %d from %d", value, other);
        const int error = MPI_Recv(&next, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        expect(class_of(error) == MPIX_ERR_PROC_FAILED, "rank %d fails by way %d: %s", other,
               (first + other - 1) % kinds, name_of(class_of(error)));
    }
    await_failures(MPI_COMM_WORLD, size - 1);
    MPI_Comm alone = shrunk(MPI_COMM_WORLD);
    expect_usable(alone, 1, "what is left");
    MPI_Comm_free(&alone);
    return finish();
}
