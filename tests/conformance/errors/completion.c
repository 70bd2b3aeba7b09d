// Several requests that end together, some of them wrong: what the call returns and what the statuses say
// (MPI-5.0 sections 3.2.5 and 3.7.5).
// ranks: 1 2 3
// oracle: no
#include "../common/frame.h"

static int value, got;

// MPI_Waitall stops at a handle that is none; what was complete before that has ended.
static void wait_for_all(void) {
    MPI_Request requests[4], freed;
    MPI_Status statuses[4];
    int more = 0;
    MPI_Recv_init(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &freed);
    requests[2] = freed;
    MPI_Request_free(&freed);
    MPI_Irecv(&got, 1, MPI_INT, rank, 6, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&rank, 1, MPI_INT, rank, 6, MPI_COMM_WORLD, &requests[1]);
    MPI_Irecv(&more, 1, MPI_INT, rank, 7, MPI_COMM_WORLD, &requests[3]);
    CHECK_ERROR(MPI_ERR_REQUEST, MPI_Waitall(4, requests, statuses));
    CHECK(got == rank && requests[3] != MPI_REQUEST_NULL);
    MPI_Send(&size, 1, MPI_INT, rank, 7, MPI_COMM_WORLD);
    requests[2] = MPI_REQUEST_NULL;
    CHECK_ERROR(MPI_SUCCESS, MPI_Waitall(4, requests, statuses));
    CHECK(more == size);
    for (int index = 0; index < 4; ++index) CHECK(requests[index] == MPI_REQUEST_NULL);
    CHECK(statuses[3].MPI_TAG == 7 && statuses[3].MPI_SOURCE == rank);
    CHECK_ERROR(MPI_ERR_ARG, MPI_Waitall(1, NULL, statuses));
    CHECK_ERROR(MPI_SUCCESS, MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE));
}

// Many requests, one of them in error: MPI_ERR_IN_STATUS, and each status says how its own fared.
static void errors_in_statuses(int form) {
    int out[4] = {1, 2, 3, 4}, in[3][4], flag = 0, done = 0, total = 0, indices[3], code = MPI_SUCCESS,
        wrong = 0;
    MPI_Request requests[3], sends[3];
    MPI_Status statuses[3];
    for (int position = 0; position < 3; ++position)
        MPI_Irecv(in[position], position == 1 ? 2 : 4, MPI_INT, left_of(rank), position, MPI_COMM_WORLD,
                  &requests[position]);
    for (int position = 0; position < 3; ++position)
        MPI_Isend(out, 4, MPI_INT, right_of(rank), position, MPI_COMM_WORLD, &sends[position]);
    MPI_Waitall(3, sends, MPI_STATUSES_IGNORE);
    if (form == 0) code = MPI_Waitall(3, requests, statuses);
    while (form == 1 && !flag && code == MPI_SUCCESS) code = MPI_Testall(3, requests, &flag, statuses);
    while (form == 2 && total < 3) {
        int again = MPI_Waitsome(3, requests, &done, indices, statuses);
        CHECK(done != MPI_UNDEFINED);
        for (int position = 0; position < done && again != MPI_SUCCESS; ++position)
            wrong += statuses[position].MPI_ERROR != MPI_SUCCESS;
        if (again != MPI_SUCCESS) code = again;
        total += done;
        if (done == MPI_UNDEFINED) return;
    }
    CHECK(class_of(code) == MPI_ERR_IN_STATUS);
    CHECK(form != 2 || wrong == 1);
    for (int position = 0; position < 3 && form < 2; ++position)
        CHECK(class_of(statuses[position].MPI_ERROR) == (position == 1 ? MPI_ERR_TRUNCATE : MPI_SUCCESS) ||
              (position != 1 && statuses[position].MPI_ERROR == MPI_ERR_PENDING));
    for (int position = 0; position < 3; ++position) MPI_Wait(&requests[position], MPI_STATUS_IGNORE);
}

// Without an error in them statuses keep what MPI_ERROR was (3.2.5); the status of a null request is empty (3.7.3).
static void no_errors_in_statuses(int form) {
    int in[3], flag = 0, done = 0, indices[3];
    MPI_Request requests[3];
    MPI_Status statuses[3];
    for (int position = 0; position < 3; ++position) statuses[position].MPI_ERROR = 77;
    MPI_Irecv(&in[0], 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&rank, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &requests[1]);
    requests[2] = MPI_REQUEST_NULL;
    if (form == 0) MPI_Waitall(3, requests, statuses);
    while (form == 1 && !flag) MPI_Testall(3, requests, &flag, statuses);
    for (int total = 0; form == 2 && total < 2; total += done)
        MPI_Waitsome(3, requests, &done, indices, statuses + total);
    for (int total = 0; form == 3 && total < 2; total += done)
        MPI_Testsome(3, requests, &done, indices, statuses + total);
    CHECK(in[0] == rank);
    for (int position = 0; position < 2; ++position) CHECK(statuses[position].MPI_ERROR == 77);
    CHECK(statuses[2].MPI_ERROR == (form < 2 ? MPI_SUCCESS : 77));
}

// A receive in error before a handle that is none: both errors are told.
static void error_and_no_request(void) {
    MPI_Request requests[4];
    MPI_Status statuses[4];
    int in = -1;
    MPI_Recv_init(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &requests[2]);
    requests[3] = requests[2];
    MPI_Request_free(&requests[3]);
    requests[3] = MPI_REQUEST_NULL;
    MPI_Irecv(&in, 0, MPI_INT, rank, 8, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(&value, 1, MPI_INT, rank, 8, MPI_COMM_WORLD, &requests[0]);
    CHECK(class_of(MPI_Waitall(4, requests, statuses)) == MPI_ERR_IN_STATUS);
    const int expected[] = {MPI_SUCCESS, MPI_ERR_TRUNCATE, MPI_ERR_REQUEST, MPI_ERR_PENDING};
    for (int position = 0; position < 4; ++position) CHECK(class_of(statuses[position].MPI_ERROR) == expected[position]);
    CHECK(requests[1] == MPI_REQUEST_NULL && in == -1);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    let_errors_return();
    wait_for_all();
    error_and_no_request();
    for (int form = 0; form < 4; ++form) no_errors_in_statuses(form);
    for (int form = 0; form < 3; ++form) errors_in_statuses(form);
    return finish("errors of several requests");
}
