// Generalized requests: the program's own operations among others (MPI-5.0 section 13.2).
#include "../common/frame.h"

typedef struct {
    int queries, frees, cancels, cancelled_complete, error, error_of_free;
} Operation;

static int query(void* state, MPI_Status* status) {
    Operation* operation = state;
    ++operation->queries;
    MPI_Status_set_elements(status, MPI_INT, 3);
    MPI_Status_set_cancelled(status, operation->cancels > 0);
    status->MPI_SOURCE = 5, status->MPI_TAG = 6, status->MPI_ERROR = MPI_ERR_OTHER;
    return operation->error;
}

static int release(void* state) {
    Operation* operation = state;
    ++operation->frees;
    return operation->error_of_free;
}

static int cancel(void* state, int complete) {
    Operation* operation = state;
    ++operation->cancels, operation->cancelled_complete = complete;
    return MPI_SUCCESS;
}

static void one(void) {
    Operation operation = {.cancelled_complete = -1};
    MPI_Request request;
    MPI_Status status;
    int flag = -1, count = -1, cancelled = -1;
    MPI_Grequest_start(query, release, cancel, &operation, &request);
    MPI_Test(&request, &flag, &status);
    CHECK(!flag && operation.queries == 0);
    MPI_Grequest_complete(request);
    CHECK(operation.frees == 0);
    MPI_Request_get_status(request, &flag, &status);
    CHECK(flag && operation.queries == 1 && operation.frees == 0);
    status.MPI_ERROR = 77;
    MPI_Wait(&request, &status);
    CHECK_BUT_ORACLES(status.MPI_ERROR == 77); // only calls with several statuses set it (3.2.5)
    MPI_Get_count(&status, MPI_INT, &count), MPI_Test_cancelled(&status, &cancelled);
    CHECK(request == MPI_REQUEST_NULL && count == 3 && !cancelled);
    CHECK(status.MPI_SOURCE == 5 && status.MPI_TAG == 6);
    CHECK(operation.queries == 2 && operation.frees == 1 && operation.cancels == 0);
}

static void cancelled(void) {
    Operation operation = {.cancelled_complete = -1};
    MPI_Request request;
    MPI_Status status;
    int flag = -1;
    MPI_Grequest_start(query, release, cancel, &operation, &request);
    MPI_Cancel(&request);
    CHECK(operation.cancels == 1 && operation.cancelled_complete == 0);
    MPI_Grequest_complete(request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK(flag && operation.frees == 1);
}

// Freed before or after its end, it is released once.
static void freed(void) {
    Operation early = {.cancelled_complete = -1}, late = early;
    MPI_Request request;
    MPI_Grequest_start(query, release, cancel, &early, &request);
    MPI_Grequest_complete(request);
    MPI_Request_free(&request);
    CHECK(early.frees == 1 && early.queries == 0 && request == MPI_REQUEST_NULL);
    MPI_Grequest_start(query, release, cancel, &late, &request);
    MPI_Grequest_complete(request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(late.frees == 1);
    // Let go of while it is under way: whoever comes last releases it (13.2).
    Operation gone = {.cancelled_complete = -1};
    MPI_Grequest_start(query, release, cancel, &gone, &request);
    const MPI_Request kept = request;
    MPI_Request_free(&request);
    CHECK_BUT_MPICH(gone.frees == 0);
    MPI_Grequest_complete(kept);
    CHECK(gone.frees == 1);
}

// With messages and a collective, completed by the functions for several.
static void among_others(void) {
    Operation operation = {.cancelled_complete = -1};
    MPI_Request requests[4];
    MPI_Status statuses[4];
    int got = -1, index = -1;
    MPI_Grequest_start(query, release, cancel, &operation, &requests[0]);
    MPI_Irecv(&got, 1, MPI_INT, left_of(rank), 4, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(&rank, 1, MPI_INT, right_of(rank), 4, MPI_COMM_WORLD, &requests[2]);
    MPI_Ibarrier(MPI_COMM_WORLD, &requests[3]);
    for (int done = 0; done < 3; ++done) {
        MPI_Waitany(4, requests, &index, MPI_STATUS_IGNORE);
        CHECK(index > 0);
    }
    MPI_Grequest_complete(requests[0]);
    MPI_Waitall(4, requests, statuses);
    CHECK(operation.frees == 1 && operation.queries == 1 && statuses[0].MPI_TAG == 6 && got == left_of(rank));
}

// What the callbacks return is the result of the call that has called them: of two errors the last one (13.2).
static void errors(void) {
    const int pairs[][2] = {{MPI_ERR_BUFFER, MPI_SUCCESS}, {MPI_SUCCESS, MPI_ERR_COUNT}, {MPI_ERR_BUFFER, MPI_ERR_COUNT}};
    MPI_Request request, kept;
    MPI_Status status;
    int flag;
    for (int pair = 0; pair < 3; ++pair) {
        Operation operation = {.error = pairs[pair][0], .error_of_free = pairs[pair][1]};
        const int expected = pairs[pair][1] != MPI_SUCCESS ? pairs[pair][1] : pairs[pair][0];
        MPI_Grequest_start(query, release, cancel, &operation, &request);
        MPI_Grequest_complete(request);
        CHECK_BUT_OPEN_MPI(MPI_Wait(&request, &status) == expected);
        MPI_Grequest_start(query, release, cancel, &operation, &request);
        MPI_Grequest_complete(request);
        CHECK_BUT_OPEN_MPI(MPI_Test(&request, &flag, &status) == expected && flag);
        MPI_Grequest_start(query, release, cancel, &operation, &request);
        MPI_Grequest_complete(request);
        CHECK_BUT_ORACLES(MPI_Waitall(1, &request, &status) == MPI_ERR_IN_STATUS && status.MPI_ERROR == expected);
        CHECK(operation.frees == 3 && request == MPI_REQUEST_NULL);
    }
    Operation operation = {.error_of_free = MPI_ERR_COUNT};
    MPI_Grequest_start(query, release, cancel, &operation, &request);
    MPI_Grequest_complete(request);
    CHECK_BUT_OPEN_MPI(MPI_Request_free(&request) == MPI_ERR_COUNT && request == MPI_REQUEST_NULL);
    MPI_Grequest_start(query, release, cancel, &operation, &request);
    kept = request;
    MPI_Request_free(&request);
    CHECK_BUT_OPEN_MPI(MPI_Grequest_complete(kept) == MPI_ERR_COUNT && operation.frees == 2);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    one();
    cancelled();
    freed();
    among_others();
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    errors();
    return finish("generalized requests");
}
