// Wrong point-to-point calls: the error class, and nothing happens (MPI-5.0 chapter 3, section 9.4).
// ranks: 1 2 3
// oracle: no
#include "../common/frame.h"

static int value, got;

static void sends(void) {
    MPI_Request request = MPI_REQUEST_NULL;
    CHECK_ERROR(MPI_ERR_COMM, MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_NULL));
    CHECK_ERROR(MPI_ERR_COUNT, MPI_Send(&value, -1, MPI_INT, 0, 0, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_TYPE, MPI_Send(&value, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_RANK, MPI_Send(&value, 1, MPI_INT, size, 0, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_RANK, MPI_Send(&value, 1, MPI_INT, -77, 0, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_RANK, MPI_Send(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_TAG, MPI_Send(&value, 1, MPI_INT, 0, -5, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_TAG, MPI_Send(&value, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_RANK, MPI_Ssend(&value, 1, MPI_INT, size, 0, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_TAG, MPI_Rsend(&value, 1, MPI_INT, 0, -5, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_COUNT, MPI_Bsend(&value, -1, MPI_INT, 0, 0, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_RANK, MPI_Isend(&value, 1, MPI_INT, size, 0, MPI_COMM_WORLD, &request));
    CHECK_ERROR(MPI_ERR_COUNT, MPI_Issend(&value, -1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request));
    CHECK_ERROR(MPI_ERR_TYPE, MPI_Irsend(&value, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD, &request));
    CHECK_ERROR(MPI_ERR_TAG, MPI_Ibsend(&value, 1, MPI_INT, 0, -5, MPI_COMM_WORLD, &request));
    CHECK_ERROR(MPI_ERR_COMM, MPI_Send_init(&value, 1, MPI_INT, 0, 0, MPI_COMM_NULL, &request));
    CHECK_ERROR(MPI_ERR_RANK, MPI_Ssend_init(&value, 1, MPI_INT, size, 0, MPI_COMM_WORLD, &request));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Send(NULL, 1, MPI_INT, 0, 0, MPI_COMM_WORLD));
}

static void receives(void) {
    MPI_Request request = MPI_REQUEST_NULL;
    int flag = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    CHECK_ERROR(MPI_ERR_COMM, MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_NULL, MPI_STATUS_IGNORE));
    CHECK_ERROR(MPI_ERR_COUNT, MPI_Recv(&got, -1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_ERROR(MPI_ERR_TYPE, MPI_Recv(&got, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_ERROR(MPI_ERR_RANK, MPI_Recv(&got, 1, MPI_INT, size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_ERROR(MPI_ERR_TAG, MPI_Recv(&got, 1, MPI_INT, 0, -5, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_ERROR(MPI_ERR_RANK, MPI_Irecv(&got, 1, MPI_INT, -77, 0, MPI_COMM_WORLD, &request));
    CHECK_ERROR(MPI_ERR_COUNT, MPI_Recv_init(&got, -1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request));
    CHECK_ERROR(MPI_ERR_RANK, MPI_Probe(size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_ERROR(MPI_ERR_TAG, MPI_Iprobe(0, -5, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
    CHECK_ERROR(MPI_ERR_COMM, MPI_Mprobe(0, 0, MPI_COMM_NULL, &message, MPI_STATUS_IGNORE));
    CHECK_ERROR(MPI_ERR_RANK, MPI_Sendrecv(&value, 1, MPI_INT, size, 0, &got, 1, MPI_INT, 0, 0,
                                           MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_ERROR(MPI_ERR_TAG,
                MPI_Sendrecv_replace(&value, 1, MPI_INT, 0, -5, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
}

// A type must be committed before data move; one that was freed is none.
static void types(void) {
    MPI_Datatype type, freed;
    MPI_Type_contiguous(1, MPI_INT, &type);
    CHECK_ERROR(MPI_ERR_TYPE, MPI_Send(&value, 1, type, 0, 0, MPI_COMM_WORLD));
    freed = type;
    MPI_Type_free(&type);
    CHECK_ERROR(MPI_ERR_TYPE, MPI_Send(&value, 1, freed, 0, 0, MPI_COMM_WORLD));
}

static void requests(void) {
    MPI_Request request, freed;
    MPI_Recv_init(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    CHECK_ERROR(MPI_ERR_REQUEST, MPI_Cancel(&request)); // it is not active
    freed = request;
    MPI_Request_free(&request);
    CHECK_ERROR(MPI_ERR_REQUEST, MPI_Wait(&freed, MPI_STATUS_IGNORE));
    CHECK_ERROR(MPI_ERR_REQUEST, MPI_Start(&freed));
    CHECK_ERROR(MPI_ERR_REQUEST, MPI_Start(&request));
    CHECK_ERROR(MPI_ERR_REQUEST, MPI_Request_free(&request));
    CHECK_ERROR(MPI_ERR_REQUEST, MPI_Cancel(&request));
    MPI_Irecv(&got, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, &request);
    CHECK_ERROR(MPI_ERR_REQUEST, MPI_Start(&request)); // it is not persistent
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    int flag = 0, index = 0;
    CHECK_ERROR(MPI_ERR_REQUEST, MPI_Request_get_status(freed, &flag, MPI_STATUS_IGNORE));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Waitany(1, &request, NULL, MPI_STATUS_IGNORE));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Testany(1, &request, NULL, &flag, MPI_STATUS_IGNORE));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Waitsome(1, &request, &index, NULL, MPI_STATUSES_IGNORE));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Testsome(1, &request, &index, NULL, MPI_STATUSES_IGNORE));
    CHECK_ERROR(MPI_SUCCESS, MPI_Waitsome(0, NULL, &index, NULL, MPI_STATUSES_IGNORE));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Grequest_start(NULL, NULL, NULL, NULL, &request));
}

// MPI_Waitall waits for nothing while a handle is none; what was complete before that has ended.
static void wait_for_all(void) {
    MPI_Request requests[4], freed;
    MPI_Status statuses[4];
    int more = 0;
    MPI_Recv_init(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &freed);
    requests[3] = freed;
    MPI_Request_free(&freed);
    MPI_Irecv(&got, 1, MPI_INT, rank, 6, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&rank, 1, MPI_INT, rank, 6, MPI_COMM_WORLD, &requests[1]);
    MPI_Irecv(&more, 1, MPI_INT, rank, 7, MPI_COMM_WORLD, &requests[2]);
    CHECK_ERROR(MPI_ERR_REQUEST, MPI_Waitall(4, requests, statuses));
    CHECK(got == rank && requests[2] != MPI_REQUEST_NULL);
    MPI_Send(&size, 1, MPI_INT, rank, 7, MPI_COMM_WORLD);
    CHECK_ERROR(MPI_SUCCESS, MPI_Waitall(3, requests, statuses));
    CHECK(more == size);
    for (int index = 0; index < 3; ++index) CHECK(requests[index] == MPI_REQUEST_NULL);
    CHECK(statuses[2].MPI_TAG == 7 && statuses[2].MPI_SOURCE == rank);
    CHECK_ERROR(MPI_ERR_ARG, MPI_Waitall(1, NULL, statuses));
    CHECK_ERROR(MPI_SUCCESS, MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE));
}

static int own_errors;

static void count_error(MPI_Comm* comm, int* code, ...) {
    (void)comm, (void)code;
    ++own_errors;
}

// What is wrong with a request is an error of its communicator (9.3).
static void handlers_of_requests(void) {
    MPI_Comm own;
    MPI_Errhandler handler;
    MPI_Request request;
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    MPI_Comm_create_errhandler(count_error, &handler);
    MPI_Comm_set_errhandler(own, handler);
    MPI_Errhandler_free(&handler);
    MPI_Recv_init(&got, 1, MPI_INT, rank, 0, own, &request);
    CHECK_ERROR(MPI_ERR_REQUEST, MPI_Cancel(&request));
    CHECK(own_errors == 1);
    MPI_Request_free(&request);
    MPI_Barrier_init(own, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    CHECK_ERROR(MPI_ERR_REQUEST, MPI_Request_free(&request));
    CHECK_ERROR(MPI_ERR_REQUEST, MPI_Start(&request));
    CHECK(own_errors == 3);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    MPI_Psend_init(&value, 1, 1, MPI_INT, rank, 3, own, MPI_INFO_NULL, &request);
    CHECK_ERROR(MPI_ERR_REQUEST, MPI_Pready(0, request));
    CHECK(own_errors == 4);
    MPI_Request_free(&request);
    MPI_Barrier_init(own, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    MPI_Comm_free(&own);
}

// A status of which something is asked is none to be ignored.
static void statuses(void) {
    int answer = 0;
    CHECK_ERROR(MPI_ERR_ARG, MPI_Get_count(NULL, MPI_INT, &answer));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Get_elements(NULL, MPI_INT, &answer));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Test_cancelled(NULL, &answer));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Status_set_cancelled(NULL, 0));
#if MPI_SINCE(4, 1)
    CHECK_ERROR(MPI_ERR_ARG, MPI_Status_get_source(NULL, &answer));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Status_set_tag(NULL, 0));
#endif
    CHECK_ERROR(MPI_ERR_ARG, MPI_Mrecv(&got, 1, MPI_INT, NULL, MPI_STATUS_IGNORE));
}

// A longer message than the receive has room for: what fits may arrive; the next message does as ever.
static void truncation(void) {
    int out[4] = {1, 2, 3, 4}, in[4] = {-1, -1, -1, -1};
    MPI_Request requests[2];
    MPI_Message message;
    MPI_Status status;
    MPI_Isend(out, 4, MPI_INT, right_of(rank), 1, MPI_COMM_WORLD, &requests[0]);
    CHECK_ERROR(MPI_ERR_TRUNCATE, MPI_Recv(in, 2, MPI_INT, left_of(rank), 1, MPI_COMM_WORLD, &status));
    CHECK(in[2] == -1 && in[3] == -1);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Irecv(in, 3, MPI_INT, left_of(rank), 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(out, 4, MPI_INT, right_of(rank), 1, MPI_COMM_WORLD, &requests[0]);
    CHECK_ERROR(MPI_ERR_TRUNCATE, MPI_Wait(&requests[1], &status));
    CHECK(in[3] == -1 && requests[1] == MPI_REQUEST_NULL);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Isend(out, 4, MPI_INT, right_of(rank), 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Mprobe(left_of(rank), 1, MPI_COMM_WORLD, &message, &status);
    CHECK_ERROR(MPI_ERR_TRUNCATE, MPI_Mrecv(in, 1, MPI_INT, &message, &status));
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Isend(out, 4, MPI_INT, right_of(rank), 1, MPI_COMM_WORLD, &requests[0]);
    CHECK(MPI_Recv(in, 4, MPI_INT, left_of(rank), 1, MPI_COMM_WORLD, &status) == MPI_SUCCESS && in[3] == 4);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
}

// Many requests, one of them in error: MPI_ERR_IN_STATUS, and each status says how its own fared.
static void errors_in_statuses(int form) {
    int out[4] = {1, 2, 3, 4}, in[3][4], flag = 0, done = 0, total = 0, indices[3], code = MPI_SUCCESS,
        wrong = 0;
    MPI_Request requests[3], sends[3];
    MPI_Status statuses[3];
    for (int place = 0; place < 3; ++place)
        MPI_Irecv(in[place], place == 1 ? 2 : 4, MPI_INT, left_of(rank), place, MPI_COMM_WORLD,
                  &requests[place]);
    for (int place = 0; place < 3; ++place)
        MPI_Isend(out, 4, MPI_INT, right_of(rank), place, MPI_COMM_WORLD, &sends[place]);
    MPI_Waitall(3, sends, MPI_STATUSES_IGNORE);
    if (form == 0) code = MPI_Waitall(3, requests, statuses);
    while (form == 1 && !flag && code == MPI_SUCCESS) code = MPI_Testall(3, requests, &flag, statuses);
    while (form == 2 && total < 3) {
        int again = MPI_Waitsome(3, requests, &done, indices, statuses);
        CHECK(done != MPI_UNDEFINED);
        for (int place = 0; place < done && again != MPI_SUCCESS; ++place)
            wrong += statuses[place].MPI_ERROR != MPI_SUCCESS;
        if (again != MPI_SUCCESS) code = again;
        total += done;
        if (done == MPI_UNDEFINED) return;
    }
    CHECK(class_of(code) == MPI_ERR_IN_STATUS);
    CHECK(form != 2 || wrong == 1);
    for (int place = 0; place < 3 && form < 2; ++place)
        CHECK(class_of(statuses[place].MPI_ERROR) == (place == 1 ? MPI_ERR_TRUNCATE : MPI_SUCCESS) ||
              (place != 1 && statuses[place].MPI_ERROR == MPI_ERR_PENDING));
    for (int place = 0; place < 3; ++place) MPI_Wait(&requests[place], MPI_STATUS_IGNORE);
}

// Without an error in them statuses keep what MPI_ERROR was (3.2.5).
static void no_errors_in_statuses(int form) {
    int in[3], flag = 0, done = 0, indices[3];
    MPI_Request requests[3];
    MPI_Status statuses[3];
    for (int place = 0; place < 3; ++place) statuses[place].MPI_ERROR = 77;
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
    for (int place = 0; place < 3; ++place) CHECK(statuses[place].MPI_ERROR == 77);
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
    for (int place = 0; place < 4; ++place) CHECK(class_of(statuses[place].MPI_ERROR) == expected[place]);
    CHECK(requests[1] == MPI_REQUEST_NULL && in == -1);
}

static void buffers(void) {
    static char room[100000];
    void* detached;
    int bytes;
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Bsend(&value, 1, MPI_INT, rank, 9, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Buffer_attach(NULL, sizeof room));
    MPI_Buffer_attach(room, sizeof room);
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Buffer_attach(room, sizeof room));
    MPI_Buffer_detach(&detached, &bytes);
    CHECK(detached == room && bytes == sizeof room);
    MPI_Comm_attach_buffer(MPI_COMM_WORLD, room, sizeof room);
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Comm_attach_buffer(MPI_COMM_WORLD, room, sizeof room));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Bsend(room, sizeof room, MPI_BYTE, rank, 9, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_COMM, MPI_Comm_attach_buffer(MPI_COMM_NULL, room, sizeof room));
    MPI_Comm_detach_buffer(MPI_COMM_WORLD, &detached, &bytes);
    CHECK(detached == room && bytes == sizeof room);
    MPI_Comm_detach_buffer(MPI_COMM_WORLD, &detached, &bytes);
    CHECK(detached == NULL && bytes == 0);
}

static void partitions(void) {
    MPI_Request send, receive, plain;
    int flag;
    CHECK_ERROR(MPI_ERR_ARG,
                MPI_Psend_init(&value, -1, 1, MPI_INT, rank, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &send));
    CHECK_ERROR(MPI_ERR_RANK,
                MPI_Psend_init(&value, 1, 1, MPI_INT, size, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &send));
    CHECK_ERROR(MPI_ERR_RANK,
                MPI_Precv_init(&got, 1, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &send));
    CHECK_ERROR(MPI_ERR_TAG,
                MPI_Precv_init(&got, 1, 1, MPI_INT, rank, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_INFO_NULL, &send));
    MPI_Psend_init(&value, 1, 1, MPI_INT, rank, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &send);
    MPI_Precv_init(&got, 1, 1, MPI_INT, rank, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &receive);
    MPI_Send_init(&value, 1, MPI_INT, rank, 3, MPI_COMM_WORLD, &plain);
    CHECK_ERROR(MPI_ERR_REQUEST, MPI_Pready(0, send));
    MPI_Startall(2, (MPI_Request[]){send, receive});
    CHECK_ERROR(MPI_ERR_REQUEST, MPI_Pready(0, receive));
    CHECK_ERROR(MPI_ERR_REQUEST, MPI_Pready(0, plain));
    CHECK_ERROR(MPI_ERR_REQUEST, MPI_Parrived(send, 0, &flag));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Pready(1, send));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Pready_list(-1, &flag, send));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Pready_list(1, NULL, send));
    CHECK_ERROR(MPI_ERR_REQUEST, MPI_Pready_range(1, 0, receive));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Parrived(receive, -1, &flag));
    CHECK_ERROR(MPI_ERR_REQUEST, MPI_Cancel(&receive));
    MPI_Pready(0, send);
    CHECK_ERROR(MPI_ERR_ARG, MPI_Pready(0, send));
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
    CHECK(got == value);
    got = 0;
    MPI_Request_free(&send);
    MPI_Request_free(&receive);
    MPI_Request_free(&plain);
}

// None of the calls above has sent anything.
static void nothing_was_sent(void) {
    int flag = 1;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag && got == 0);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    let_errors_return();
    sends();
    receives();
    types();
    requests();
    wait_for_all();
    error_and_no_request();
    for (int form = 0; form < 4; ++form) no_errors_in_statuses(form);
    handlers_of_requests();
    statuses();
    buffers();
    partitions();
    nothing_was_sent();
    truncation();
    for (int form = 0; form < 3; ++form) errors_in_statuses(form);
    nothing_was_sent();
    return finish("errors of point-to-point calls");
}
