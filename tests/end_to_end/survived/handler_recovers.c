/* An error handler that revokes and shrinks the communicator of the call that has failed, a collective or a
   message; the program goes on with what it has made. */
#include "check.h"

static MPI_Comm current;
static int recoveries;

static void recover(MPI_Comm* comm, int* error, ...) {
    MPI_Comm next;
    const int found = class_of(*error);
    expect(found == MPIX_ERR_PROC_FAILED || found == MPIX_ERR_REVOKED, "the handler got %s", name_of(found));
    if (*comm != current) return;
    MPIX_Comm_revoke(*comm);
    next = shrunk(*comm);
    current = next;
    ++recoveries;
}

int main(int argc, char** argv) {
    MPI_Errhandler handler;
    int living;
    start(&argc, &argv);
    living = size;
    MPI_Comm_create_errhandler(recover, &handler);
    MPI_Comm_dup(MPI_COMM_WORLD, &current);
    MPI_Comm_set_errhandler(current, handler);
    meet(current);
    for (int step = 0; living > 1; ++step) {
        MPI_Comm const before = current;
        int me, members, value = 1, sum = -1, error;
        MPI_Comm_rank(before, &me);
        MPI_Comm_size(before, &members);
        if (step % 2 == 1) {
            if (me == (step % 4 == 1 ? members - 1 : 0)) {
                if (step % 3 == 0) pass_time();
                die();
            }
            --living;
        }
        if (step % 4 < 2)
            error = MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, before);
        else
            error = MPI_Sendrecv(&me, 1, MPI_INT, (me + 1) % members, 0, &sum, 1, MPI_INT,
                                 (me + members - 1) % members, 0, before, MPI_STATUS_IGNORE);
        /* Where it succeeds beside others that fail: the next one tells. */
        if (step % 2 == 1 && error == MPI_SUCCESS) error = MPI_Barrier(before);
        if (step % 2 == 0) {
            expect_class(error, MPI_SUCCESS, "step without a failure");
            expect(sum == (step % 4 < 2 ? members : (me + members - 1) % members), "step %d: got %d", step,
                   sum);
            /* No rank fails before all have done it. */
            meet(before);
        } else {
            expect(error != MPI_SUCCESS, "step %d: no error", step);
            expect(current != before, "step %d: no recovery", step);
            MPI_Comm_free(&(MPI_Comm){before});
        }
        MPI_Comm_size(current, &members);
        expect(members == living, "step %d: %d members instead of %d", step, members, living);
        if (members != living) break;
    }
    expect(recoveries == size - 1, "%d recoveries", recoveries);
    MPI_Comm_free(&current);
    MPI_Errhandler_free(&handler);
    return finish();
}
