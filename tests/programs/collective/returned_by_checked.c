// What --checked alone finds in collectives, where errors are returned: the calls end, and the next ones are as ever.
// flags: --checked
// ranks: 2 3 8
// oracle: no
// stderr: rank [0-9]*: calls MPI_Allreduce in place$
// stderr: rank 0: calls MPI_Allreduce with a send buffer: all ranks must pass MPI_IN_PLACE, or no rank$
#include "../common/program.h"

static int class_of(int error) {
    int error_class = MPI_SUCCESS;
    MPI_Error_class(error, &error_class);
    return error_class;
}

static void check_sum(void) {
    int sum = 0;
    CHECK(MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD) == MPI_SUCCESS);
    CHECK(sum == size * (size - 1) / 2);
}

static void in_place_at_last(void) {
    int sum = rank, own = rank;
    const int is_last = rank == size - 1;
    const int found = class_of(
        MPI_Allreduce(is_last ? MPI_IN_PLACE : &own, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK(found == (rank == 0 ? MPI_ERR_BUFFER : MPI_ERR_OTHER));
    check_sum();
    CHECK(MPI_Allreduce(is_last ? MPI_IN_PLACE : &own, &sum, 0, MPI_INT, MPI_SUM, MPI_COMM_WORLD) == MPI_SUCCESS);
}

// The last rank sends rank 0 a float where an integer is expected: all data are moved, rank 0 says so.
static void other_type_for_one(int in_place) {
    int counts[8], places[8], sent[8], received[8];
    MPI_Datatype sent_types[8], received_types[8];
    for (int other = 0; other < size; ++other) {
        counts[other] = 1;
        places[other] = other * (int)sizeof(int);
        sent_types[other] = received_types[other] = MPI_INT;
        sent[other] = received[other] = 100 * rank + other;
    }
    if (rank == size - 1) (in_place ? received_types : sent_types)[0] = MPI_FLOAT;
    const int found = class_of(MPI_Alltoallw(in_place ? MPI_IN_PLACE : sent, counts, places, sent_types, received, counts,
                                             places, received_types, MPI_COMM_WORLD));
    const int is_wrong = rank == 0 || (in_place && rank == size - 1);
    CHECK(found == (is_wrong ? MPI_ERR_TYPE : MPI_SUCCESS));
    for (int other = 0; other < size; ++other) CHECK(received[other] == 100 * other + rank);
    check_sum();
}

static int class_in_operation = MPI_SUCCESS;
static void add(void* from, void* into, int* count, MPI_Datatype* type) {
    int one = 1, sum = 0, bytes = 0;
    MPI_Type_size(*type, &bytes);
    CHECK(bytes == (int)sizeof(int));
    class_in_operation = class_of(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF));
    CHECK(class_of(MPI_Send(&one, 1, MPI_INT, 0, 0, MPI_COMM_SELF)) == MPI_ERR_OTHER);
    MPI_Reduce_local(from, into, *count, *type, MPI_SUM);
}
static void operation_communicates(void) {
    int sum = 0;
    MPI_Op op;
    MPI_Op_create(add, 1, &op);
    CHECK(MPI_Reduce(&rank, &sum, 1, MPI_INT, op, 0, MPI_COMM_WORLD) == MPI_SUCCESS);
    if (rank == 0) CHECK(sum == size * (size - 1) / 2 && class_in_operation == MPI_ERR_OTHER);
    MPI_Op_free(&op);
    check_sum();
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    in_place_at_last();
    other_type_for_one(0);
    other_type_for_one(1);
    operation_communicates();
    return end("what --checked finds in collectives");
}
