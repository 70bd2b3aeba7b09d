/* Each immediate collective with a member that fails: it begins without an error, and its completion tells.
   Persistent ones, too. */
#define IMMEDIATE
#include "collectives.h"

static void all_with(MPI_Comm comm, int dead, const char* when) {
    for (int kind = 0; kind < kinds; ++kind) {
        struct Collective two[2];
        MPI_Request requests[2];
        MPI_Status statuses[2];
        for (int at = 0; at < 2; ++at) {
            prepare(&two[at], kind, comm, 0, at == 0 ? 5 : 20000);
            expect_class(begin(&two[at], comm, &requests[at]), MPI_SUCCESS, names[kind]);
        }
        const int error = MPI_Waitall(2, requests, statuses);
        for (int at = 0; at < 2; ++at) {
            int each = MPI_SUCCESS;
            if (error != MPI_SUCCESS) each = statuses[at].MPI_ERROR;
            if (class_of(each) == MPI_ERR_PENDING) each = MPI_Wait(&requests[at], MPI_STATUS_IGNORE);
            expect(requests[at] == MPI_REQUEST_NULL, "%s: the request is not null", names[kind]);
            if (dead >= 0)
                expect_outcome(&two[at], each, dead, when);
            else
                expect_complete(&two[at], each, when);
            drop(&two[at]);
        }
    }
}

int main(int argc, char** argv) {
    struct Collective it;
    MPI_Request request, persistent;
    MPI_Comm living;
    int value = 1, sum = -1;
    start(&argc, &argv);
    const int dead = size - 1;
    MPI_Allreduce_init(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &persistent);
    MPI_Start(&persistent);
    expect_class(MPI_Wait(&persistent, MPI_STATUS_IGNORE), MPI_SUCCESS, "persistent MPI_Allreduce");
    expect(sum == size, "persistent MPI_Allreduce: %d", sum);
    meet(MPI_COMM_WORLD);
    if (rank == dead) {
        pass_time();
        die();
    }
    prepare(&it, allreduce, MPI_COMM_WORLD, 0, 5);
    expect_class(begin(&it, MPI_COMM_WORLD, &request), MPI_SUCCESS, "MPI_Iallreduce");
    expect_outcome(&it, MPI_Wait(&request, MPI_STATUS_IGNORE), dead, "one fails meanwhile");
    drop(&it);
    for (int again = 0; again < 2; ++again) {
        expect_class(MPI_Start(&persistent), MPI_SUCCESS, "MPI_Start of a persistent MPI_Allreduce");
        expect_class(MPI_Wait(&persistent, MPI_STATUS_IGNORE), MPIX_ERR_PROC_FAILED,
                     "persistent MPI_Allreduce after the failure");
    }
    MPI_Request_free(&persistent);
    all_with(MPI_COMM_WORLD, dead, "one has failed");
    living = shrunk(MPI_COMM_WORLD);
    all_with(living, -1, "after the failure");
    MPI_Comm_free(&living);
    return finish();
}
