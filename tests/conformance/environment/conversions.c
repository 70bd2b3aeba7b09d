// Handles and statuses as integers and back, memory from MPI (MPI-5.0 sections 9.2, 19.3.4, 19.3.5 and 20.4).
#include "../common/frame.h"

static void nothing(void* in, void* inout, int* length, MPI_Datatype* datatype) {
    (void)in, (void)inout, (void)length, (void)datatype;
}

#define SAME(Kind, handle) CHECK(MPI_##Kind##_f2c(MPI_##Kind##_c2f(handle)) == (handle))

static void predefined(void) {
    SAME(Comm, MPI_COMM_WORLD), SAME(Comm, MPI_COMM_SELF), SAME(Comm, MPI_COMM_NULL);
    SAME(Type, MPI_INT), SAME(Type, MPI_DOUBLE), SAME(Type, MPI_DATATYPE_NULL);
    SAME(Op, MPI_SUM), SAME(Op, MPI_OP_NULL);
    SAME(Group, MPI_GROUP_EMPTY), SAME(Group, MPI_GROUP_NULL);
    SAME(Request, MPI_REQUEST_NULL), SAME(Info, MPI_INFO_NULL);
    SAME(Errhandler, MPI_ERRORS_RETURN), SAME(Errhandler, MPI_ERRORS_ARE_FATAL);
}

// Several of each kind, some of them in slots of freed ones.
static void own(void) {
    for (int turn = 0; turn < 3; ++turn) {
        MPI_Comm comm, other;
        MPI_Datatype type;
        MPI_Op op;
        MPI_Group group;
        MPI_Info info;
        MPI_Request request;
        int value = -1, sum = -1;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm), MPI_Comm_dup(comm, &other);
        MPI_Type_contiguous(2, MPI_INT, &type);
        MPI_Op_create(nothing, 1, &op);
        MPI_Comm_group(comm, &group);
        MPI_Info_create(&info);
        MPI_Irecv(&value, 1, MPI_INT, left_of(rank), 0, comm, &request);
        SAME(Comm, comm), SAME(Comm, other), SAME(Type, type), SAME(Op, op), SAME(Group, group);
        SAME(Info, info), SAME(Request, request);
        CHECK(MPI_Comm_c2f(comm) != MPI_Comm_c2f(other));
#if MPI_SINCE(5, 0)
        CHECK(MPI_Comm_fromint(MPI_Comm_toint(comm)) == comm);
        CHECK(MPI_Type_fromint(MPI_Type_toint(type)) == type);
#endif
        MPI_Send(&rank, 1, MPI_INT, right_of(rank), 0, MPI_Comm_f2c(MPI_Comm_c2f(comm)));
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_Comm_f2c(MPI_Comm_c2f(other)));
        CHECK(value == left_of(rank) && sum == size * (size - 1) / 2);
        MPI_Comm_free(&comm), MPI_Comm_free(&other), MPI_Type_free(&type), MPI_Op_free(&op);
        MPI_Group_free(&group), MPI_Info_free(&info);
    }
}

static void statuses(void) {
    MPI_Fint fortran[64];
    MPI_Status status, back;
    int value = -1, count = -1;
    MPI_Sendrecv(&rank, 1, MPI_INT, right_of(rank), 9, &value, 1, MPI_INT, left_of(rank), 9, MPI_COMM_WORLD,
                 &status);
    CHECK(MPI_Status_c2f(&status, fortran) == MPI_SUCCESS);
    spoil(&back);
    CHECK(MPI_Status_f2c(fortran, &back) == MPI_SUCCESS);
    MPI_Get_count(&back, MPI_INT, &count);
    CHECK(back.MPI_SOURCE == left_of(rank) && back.MPI_TAG == 9 && count == 1);
}

static void memory(void) {
    double* numbers = NULL;
    MPI_Alloc_mem(1000 * (MPI_Aint)sizeof *numbers, MPI_INFO_NULL, &numbers);
    CHECK(numbers != NULL);
    for (int index = 0; index < 1000; ++index) numbers[index] = index;
    CHECK(numbers[999] == 999);
    MPI_Free_mem(numbers);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    predefined();
    own();
    statuses();
    memory();
    return finish("conversions");
}
