// What statuses say, and setting them (MPI-5.0 sections 3.2.5, 3.7.3, 3.11 and 13.3).
// ranks: 1 2 3 5 8
#include "../common/frame.h"

// Calls that return one status leave its error field alone.
static void error_field_untouched(void) {
    int value = rank, in = -1;
    MPI_Request request;
    MPI_Status status;
    status.MPI_ERROR = 12345;
    MPI_Sendrecv(&value, 1, MPI_INT, right_of(rank), 1, &in, 1, MPI_INT, left_of(rank), 1, MPI_COMM_WORLD,
                 &status);
    CHECK(status.MPI_ERROR == 12345);
    MPI_Irecv(&in, 1, MPI_INT, left_of(rank), 2, MPI_COMM_WORLD, &request);
    send_int(value, right_of(rank), 2);
    MPI_Wait(&request, &status);
    CHECK(status.MPI_ERROR == 12345);
    send_int(value, right_of(rank), 3);
    MPI_Recv(&in, 1, MPI_INT, left_of(rank), 3, MPI_COMM_WORLD, &status);
    CHECK(status.MPI_ERROR == 12345);
}

// A send's status holds only whether it was cancelled.
static void status_of_send(void) {
    int value = rank, in, cancelled = -1;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    MPI_Irecv(&in, 1, MPI_INT, left_of(rank), 4, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&value, 1, MPI_INT, right_of(rank), 4, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, statuses);
    MPI_Test_cancelled(&statuses[1], &cancelled);
    CHECK(cancelled == 0);
}

static void null_process(void) {
    int in = 99, count = -1;
    MPI_Request request;
    MPI_Status status;
    MPI_Recv(&in, 1, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(in == 99 && count == 0 && status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG);
    MPI_Irecv(&in, 1, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, &status);
    CHECK(in == 99);
    CHECK_BUT_MPICH(status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG);
    MPI_Send(&in, 1, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD);
    MPI_Ssend(&in, 1, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD);
    MPI_Rsend(&in, 1, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD);
    MPI_Isend(&in, 1, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Recv_init(&in, 1, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Wait(&request, &status);
    CHECK_BUT_MPICH(status.MPI_SOURCE == MPI_PROC_NULL);
    MPI_Request_free(&request);
}

// Fewer elements than asked for; a count that is no whole number of elements.
static void counts(void) {
    char sent[12] = {0}, in[64];
    int count = -1, elements = -1;
    MPI_Status status;
    MPI_Sendrecv(sent, 12, MPI_BYTE, right_of(rank), 6, in, 64, MPI_BYTE, left_of(rank), 6, MPI_COMM_WORLD,
                 &status);
    MPI_Get_count(&status, MPI_BYTE, &count);
    CHECK(count == 12);
    MPI_Get_elements(&status, MPI_INT, &elements);
    CHECK(elements == 3);
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    CHECK(count == MPI_UNDEFINED);
    MPI_Count large = -1;
    MPI_Get_elements_x(&status, MPI_INT, &large);
    CHECK(large == 3);
}

// What is set is what the queries give.
static void setters(void) {
    MPI_Status status;
    int count = -1, cancelled = -1;
    memset(&status, 0, sizeof status);
    MPI_Status_set_elements(&status, MPI_INT, 7);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(count == 7);
    MPI_Get_elements(&status, MPI_INT, &count);
    CHECK(count == 7);
    MPI_Get_count(&status, MPI_BYTE, &count);
    CHECK(count == 28);
    MPI_Status_set_elements_x(&status, MPI_DOUBLE, (MPI_Count)1 << 33);
    MPI_Count large = -1;
    MPI_Get_elements_x(&status, MPI_DOUBLE, &large);
    CHECK(large == (MPI_Count)1 << 33);
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    CHECK(count == MPI_UNDEFINED); // too large for an int
    MPI_Status_set_cancelled(&status, 1);
    MPI_Test_cancelled(&status, &cancelled);
    CHECK(cancelled == 1);
    MPI_Status_set_cancelled(&status, 0);
    MPI_Test_cancelled(&status, &cancelled);
    CHECK(cancelled == 0);
}

static void fields_by_calls(void) {
#if MPI_SINCE(4, 1)
    MPI_Status status;
    int value = -1;
    memset(&status, 0, sizeof status);
    MPI_Status_set_source(&status, 3);
    MPI_Status_set_tag(&status, 44);
    MPI_Status_set_error(&status, MPI_ERR_TRUNCATE);
    CHECK(status.MPI_SOURCE == 3 && status.MPI_TAG == 44 && status.MPI_ERROR == MPI_ERR_TRUNCATE);
    MPI_Status_get_source(&status, &value);
    CHECK(value == 3);
    MPI_Status_get_tag(&status, &value);
    CHECK(value == 44);
    MPI_Status_get_error(&status, &value);
    CHECK(value == MPI_ERR_TRUNCATE);
#endif
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    error_field_untouched();
    status_of_send();
    null_process();
    counts();
    setters();
    fields_by_calls();
    return finish("statuses");
}
