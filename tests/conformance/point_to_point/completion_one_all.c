// Wait, Test, Waitall, Testall, Request_free, Request_get_status (MPI-5.0 sections 3.7.3 to 3.7.6).
// ranks: 1 2 3 5 8
#include "../common/own_messages.h"

enum { count = 4 };

static MPI_Request requests[count];
static MPI_Status statuses[count];
static int got[count];

// A null request is complete at once, with an empty status.
static void null_requests(void) {
    MPI_Request null = MPI_REQUEST_NULL;
    int flag = 0;
    spoil(&statuses[0]);
    MPI_Wait(&null, &statuses[0]);
    CHECK(is_empty(&statuses[0]) && null == MPI_REQUEST_NULL);
    spoil(&statuses[0]);
    MPI_Test(&null, &flag, &statuses[0]);
    CHECK(flag && is_empty(&statuses[0]));
    spoil(&statuses[0]);
    flag = 0;
    MPI_Request_get_status(null, &flag, &statuses[0]);
    CHECK(flag && is_empty(&statuses[0]));
    MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE);
    flag = 0;
    MPI_Testall(0, NULL, &flag, MPI_STATUSES_IGNORE);
    CHECK(flag);
}

// Testall changes nothing until all are complete; null requests count as complete, with empty statuses.
static void test_all(void) {
    int flag = 1;
    post_receives(count, requests, got);
    MPI_Cancel(&requests[2]);
    MPI_Wait(&requests[2], MPI_STATUS_IGNORE);
    send_to_self(0), send_to_self(1);
    for (int attempt = 0; attempt < 20; ++attempt) {
        MPI_Testall(count, requests, &flag, statuses);
        CHECK(!flag && requests[0] != MPI_REQUEST_NULL && requests[1] != MPI_REQUEST_NULL);
    }
    send_to_self(3);
    for (int position = 0; position < count; ++position) spoil(&statuses[position]);
    do MPI_Testall(count, requests, &flag, statuses);
    while (!flag);
    for (int position = 0; position < count; ++position) {
        CHECK(requests[position] == MPI_REQUEST_NULL);
        CHECK(position == 2 ? is_empty(&statuses[2])
                         : statuses[position].MPI_TAG == position && got[position] == 10 * position);
    }
}

static void wait_all(void) {
    post_receives(count, requests, got);
    for (int position = count - 1; position >= 0; --position) send_to_self(position);
    MPI_Waitall(count, requests, statuses);
    for (int position = 0; position < count; ++position)
        CHECK(requests[position] == MPI_REQUEST_NULL && statuses[position].MPI_TAG == position &&
              got[position] == 10 * position);
    for (int position = 0; position < count; ++position) spoil(&statuses[position]);
    MPI_Waitall(count, requests, statuses);
    for (int position = 0; position < count; ++position) CHECK(is_empty(&statuses[position]));
}

// The status is there as often as one asks; the request stays until it is waited for.
static void get_status(void) {
    int flag = 1, in = -1;
    MPI_Status status;
    MPI_Irecv(&in, 1, MPI_INT, rank, 9, MPI_COMM_WORLD, &requests[0]);
    MPI_Request_get_status(requests[0], &flag, &status);
    CHECK(!flag);
    send_int(77, rank, 9);
    do MPI_Request_get_status(requests[0], &flag, &status);
    while (!flag);
    CHECK(in == 77 && status.MPI_TAG == 9 && requests[0] != MPI_REQUEST_NULL);
    MPI_Request_get_status(requests[0], &flag, MPI_STATUS_IGNORE);
    CHECK(flag);
    MPI_Wait(&requests[0], &status);
    CHECK(status.MPI_TAG == 9 && status.MPI_SOURCE == rank && requests[0] == MPI_REQUEST_NULL);
}

static void get_status_of_many(void) {
#if MPI_SINCE(4, 1)
    int flag = 1, index = -1, done = -1, indices[count];
    post_receives(count, requests, got);
    MPI_Request_get_status_all(count, requests, &flag, statuses);
    CHECK(!flag);
    MPI_Request_get_status_any(count, requests, &index, &flag, statuses);
    CHECK(!flag && index == MPI_UNDEFINED);
    MPI_Request_get_status_some(count, requests, &done, indices, statuses);
    CHECK(done == 0);
    send_to_self(2);
    do MPI_Request_get_status_any(count, requests, &index, &flag, statuses);
    while (!flag);
    CHECK(index == 2 && statuses[0].MPI_TAG == 2 && requests[2] != MPI_REQUEST_NULL);
    MPI_Request_get_status_some(count, requests, &done, indices, statuses);
    CHECK(done == 1 && indices[0] == 2 && requests[2] != MPI_REQUEST_NULL);
    for (int position = 0; position < count; ++position)
        if (position != 2) send_to_self(position);
    do MPI_Request_get_status_all(count, requests, &flag, statuses);
    while (!flag);
    for (int position = 0; position < count; ++position)
        CHECK(statuses[position].MPI_TAG == position && requests[position] != MPI_REQUEST_NULL);
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    MPI_Request_get_status_some(count, requests, &done, indices, statuses);
    CHECK(done == MPI_UNDEFINED);
    MPI_Request_get_status_any(count, requests, &index, &flag, statuses);
    CHECK(flag && index == MPI_UNDEFINED && is_empty(statuses));
#endif
}

// A freed request becomes null at once; what it began goes on to its end.
static void request_free(void) {
    int value = rank + 100, in = -1, back = -1;
    MPI_Request request;
    MPI_Isend(&value, 1, MPI_INT, right_of(rank), 11, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
    CHECK(request == MPI_REQUEST_NULL);
    MPI_Irecv(&in, 1, MPI_INT, left_of(rank), 11, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(in == left_of(rank) + 100);
    MPI_Sendrecv(&in, 1, MPI_INT, left_of(rank), 12, &back, 1, MPI_INT, right_of(rank), 12, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    CHECK(back == value); // so the send is over, and value may change
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    null_requests();
    test_all();
    wait_all();
    get_status();
    get_status_of_many();
    request_free();
    return finish("completion of one and all");
}
