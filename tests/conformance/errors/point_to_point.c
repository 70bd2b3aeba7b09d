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
    handlers_of_requests();
    statuses();
    buffers();
    partitions();
    nothing_was_sent();
    truncation();
    nothing_was_sent();
    return finish("errors of point-to-point calls");
}
