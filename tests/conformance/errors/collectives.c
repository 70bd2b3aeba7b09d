// Wrong arguments of collective calls, and of operations (MPI-5.0 chapter 6, 9.4).
// oracle: no
// ranks: 1 2 3
#include "../common/frame.h"

static void nothing(void* in, void* inout, int* length, MPI_Datatype* datatype) {
    (void)in, (void)inout, (void)length, (void)datatype;
}

static void arguments(void) {
    int in[8] = {0}, out[8] = {0};
    CHECK_ERROR(MPI_ERR_COMM, MPI_Barrier(MPI_COMM_NULL));
    CHECK_ERROR(MPI_ERR_ROOT, MPI_Bcast(in, 1, MPI_INT, size, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_ROOT, MPI_Bcast(in, 1, MPI_INT, -1, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_COUNT, MPI_Bcast(in, -1, MPI_INT, 0, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_TYPE, MPI_Bcast(in, 1, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_ROOT, MPI_Reduce(in, out, 1, MPI_INT, MPI_SUM, size, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_COUNT, MPI_Allreduce(in, out, -1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_OP, MPI_Allreduce(in, out, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_OP, MPI_Allreduce(in, out, 1, MPI_DOUBLE, MPI_BAND, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_OP, MPI_Allreduce(in, out, 1, MPI_INT, MPI_MAXLOC, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_OP, MPI_Reduce_local(in, out, 1, MPI_FLOAT, MPI_LXOR));
    CHECK_ERROR(MPI_ERR_ROOT, MPI_Gather(in, 1, MPI_INT, out, 1, MPI_INT, size, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_COUNT, MPI_Gather(in, -1, MPI_INT, out, 1, MPI_INT, 0, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_ROOT, MPI_Scatter(in, 1, MPI_INT, out, 1, MPI_INT, -1, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_COMM, MPI_Scatter(in, 1, MPI_INT, out, 1, MPI_INT, 0, MPI_COMM_NULL));
}

static void operations(void) {
    MPI_Op sum = MPI_SUM, null = MPI_OP_NULL, own, freed;
    int in = 1, out = 2, answer = -1;
    CHECK_ERROR(MPI_ERR_OP, MPI_Op_free(&sum));
    CHECK_ERROR(MPI_ERR_OP, MPI_Op_free(&null));
    CHECK_ERROR(MPI_ERR_OP, MPI_Op_commutative(MPI_OP_NULL, &answer));
    MPI_Op_create(nothing, 1, &own);
    freed = own;
    MPI_Op_free(&own);
    CHECK_ERROR(MPI_ERR_OP, MPI_Reduce_local(&in, &out, 1, MPI_INT, freed));
    CHECK(sum == MPI_SUM && out == 2);
}

// The calls above have not upset what follows.
static void afterwards(void) {
    int in = rank, out = -1;
    MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(out == size * (size - 1) / 2);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    let_errors_return();
    arguments();
    operations();
    afterwards();
    return finish("errors of collective calls");
}
