// Messages to and from MPI_PROC_NULL with a datatype that is null or not committed: nothing is moved, and the
// datatype is not looked at.
// ranks: 1 2
// oracle: no
#include "../common/frame.h"

static int right(int code, const MPI_Status* status) {
    return code == MPI_SUCCESS && status->MPI_SOURCE == MPI_PROC_NULL && status->MPI_TAG == MPI_ANY_TAG;
}

static void with(MPI_Datatype type) {
    const MPI_Comm comm = MPI_COMM_WORLD;
    char buffer[8] = "before";
    MPI_Status status;
    MPI_Request request;
    CHECK(MPI_Send(buffer, 1, type, MPI_PROC_NULL, 0, comm) == MPI_SUCCESS);
    CHECK(MPI_Ssend(buffer, 1, type, MPI_PROC_NULL, 0, comm) == MPI_SUCCESS);
    CHECK(right(MPI_Recv(buffer, 1, type, MPI_PROC_NULL, 0, comm, &status), &status));
    CHECK(MPI_Isend(buffer, 1, type, MPI_PROC_NULL, 0, comm, &request) == MPI_SUCCESS);
    CHECK(MPI_Wait(&request, &status) == MPI_SUCCESS);
    CHECK(MPI_Irecv(buffer, 1, type, MPI_PROC_NULL, 0, comm, &request) == MPI_SUCCESS);
    CHECK(right(MPI_Wait(&request, &status), &status));
    CHECK(MPI_Recv_init(buffer, 1, type, MPI_PROC_NULL, 0, comm, &request) == MPI_SUCCESS);
    MPI_Start(&request);
    CHECK(right(MPI_Wait(&request, &status), &status));
    MPI_Request_free(&request);
    CHECK(right(MPI_Sendrecv(buffer, 1, type, MPI_PROC_NULL, 0, buffer + 4, 1, type, MPI_PROC_NULL, 0, comm, &status),
                &status));
    CHECK(strcmp(buffer, "before") == 0);
}

// One side alone has nobody.
static void one_side(void) {
    int sent = rank, received = -1;
    MPI_Status status;
    MPI_Request request;
    CHECK(MPI_Irecv(&received, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &request) == MPI_SUCCESS);
    CHECK(right(MPI_Sendrecv(&sent, 1, MPI_INT, rank, 0, NULL, 0, MPI_DATATYPE_NULL, MPI_PROC_NULL, 0, MPI_COMM_WORLD,
                             &status),
                &status));
    CHECK(MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS && received == rank);
    CHECK_ERROR(MPI_ERR_TYPE, MPI_Send(&sent, 1, MPI_DATATYPE_NULL, rank, 0, MPI_COMM_WORLD));
}

int main(int argc, char** argv) {
    MPI_Datatype not_committed;
    begin(&argc, &argv);
    let_errors_return();
    MPI_Type_contiguous(2, MPI_SHORT, &not_committed);
    with(MPI_DATATYPE_NULL);
    with(not_committed);
    MPI_Type_free(&not_committed);
    one_side();
    return finish("datatypes for nobody");
}
