// Null handles where they are values: their names, the empty status of null and inactive requests (MPI-5.0
// sections 7.8 and 3.7.3); MPI_Request_free of a collective's request that is complete.
// ranks: 1 2 5
// oracle: no
#include "../common/frame.h"

static void names_of_null(void) {
#if MPI_SINCE(4, 1)
    char name[MPI_MAX_OBJECT_NAME];
    int length = -1;
    CHECK(MPI_Comm_get_name(MPI_COMM_NULL, name, &length) == MPI_SUCCESS);
    CHECK(strcmp(name, "MPI_COMM_NULL") == 0 && length == 13);
    CHECK(MPI_Type_get_name(MPI_DATATYPE_NULL, name, &length) == MPI_SUCCESS);
    CHECK(strcmp(name, "MPI_DATATYPE_NULL") == 0 && length == 17);
#endif
}

static MPI_Status other_status(void) {
    MPI_Status status;
    memset(&status, 0x5a, sizeof status);
    return status;
}
static int empty(const MPI_Status* status) {
    int count = -1, cancelled = -1;
    MPI_Get_count(status, MPI_INT, &count);
    MPI_Test_cancelled(status, &cancelled);
    return status->MPI_SOURCE == MPI_ANY_SOURCE && status->MPI_TAG == MPI_ANY_TAG &&
           status->MPI_ERROR == MPI_SUCCESS && count == 0 && cancelled == 0;
}

static void look_at(MPI_Request request) {
    MPI_Status status = other_status();
    MPI_Request same = request;
    int flag = 0, index = 0;
    MPI_Wait(&same, &status);
    CHECK(empty(&status) && same == request);
    status = other_status(), MPI_Test(&same, &flag, &status);
    CHECK(flag && empty(&status));
    status = other_status(), MPI_Request_get_status(same, &flag, &status);
    CHECK(flag && empty(&status));
    status = other_status(), MPI_Waitany(1, &same, &index, &status);
    CHECK(index == MPI_UNDEFINED && empty(&status));
    status = other_status(), MPI_Testany(1, &same, &index, &flag, &status);
    CHECK(flag && index == MPI_UNDEFINED && empty(&status));
    status = other_status(), MPI_Waitall(1, &same, &status);
    CHECK(empty(&status));
    status = other_status(), MPI_Testall(1, &same, &flag, &status);
    CHECK(flag && empty(&status));
}

static void requests(void) {
    int value = 0;
    MPI_Request inactive;
    look_at(MPI_REQUEST_NULL);
    MPI_Recv_init(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &inactive);
    look_at(inactive);
    MPI_Request_free(&inactive);
    MPI_Send_init(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &inactive);
    look_at(inactive);
    MPI_Request_free(&inactive);
}

static void complete_collective(void) {
    MPI_Request request;
    int flag = 0;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    while (!flag) MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
    CHECK_BUT_MPICH(MPI_Request_free(&request) == MPI_SUCCESS && request == MPI_REQUEST_NULL);
}

static void long_double(void) {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    int bytes = 0;
    CHECK(MPI_Type_match_size(MPI_TYPECLASS_REAL, sizeof(long double), &type) == MPI_SUCCESS);
    MPI_Type_size(type, &bytes);
    CHECK(bytes == sizeof(long double));
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    let_errors_return();
    names_of_null();
    requests();
    complete_collective();
    long_double();
    return finish("null handles");
}
