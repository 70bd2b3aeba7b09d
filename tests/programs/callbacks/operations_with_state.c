// MPIX_Op_create_x: the function gets its state with each call, and the destructor runs once, when the operation is
// freed and no collective uses it any more.
// ranks: 1 2 3 5
// oracle: no
#include "../common/states.h"

typedef struct {
    int factor, calls, ended;
} State;

// inout = in + factor * inout in 32 bits: associative only for factor 1.
static void add(void* in, void* inout, MPI_Count length, MPI_Datatype datatype, void* state) {
    State* const its = state;
    CHECK(datatype == MPI_INT);
    ++its->calls;
    for (MPI_Count index = 0; index < length; ++index)
        ((int*)inout)[index] = ((int*)in)[index] + its->factor * ((int*)inout)[index];
}

static void end_state(void* state) {
    ++((State*)state)->ended;
}

static void states_are_apart(void) {
    State one = {1, 0, 0}, ten = {10, 0, 0};
    MPI_Op sum, weighted;
    int in[2] = {3, 4}, inout[2] = {1, 2}, commutes = -1;
    MPIX_Op_create_x(add, end_state, 1, &one, &sum);
    MPIX_Op_create_x(add, end_state, 0, &ten, &weighted);
    MPI_Reduce_local(in, inout, 2, MPI_INT, sum);
    CHECK(inout[0] == 4 && inout[1] == 6);
    MPI_Reduce_local(in, inout, 2, MPI_INT, weighted);
    CHECK(inout[0] == 43 && inout[1] == 64);
    CHECK(one.calls == 1 && ten.calls == 1);
    MPI_Op_commutative(sum, &commutes);
    CHECK(commutes == 1);
    MPI_Op_commutative(weighted, &commutes);
    CHECK(commutes == 0);
    CHECK(one.ended == 0 && ten.ended == 0);
    MPI_Op_free(&sum);
    CHECK(sum == MPI_OP_NULL && one.ended == 1 && ten.ended == 0);
    MPI_Op_free(&weighted);
    CHECK(one.ended == 1 && ten.ended == 1);
}

static void in_collectives(void) {
    State state = {1, 0, 0};
    MPI_Op sum;
    MPI_Request request;
    int sent = rank + 1, got = 0, total = -1;
    MPIX_Op_create_x(add, end_state, 1, &state, &sum);
    MPI_Allreduce(&sent, &got, 1, MPI_INT, sum, MPI_COMM_WORLD);
    CHECK(got == size * (size + 1) / 2);
    MPI_Scan(&sent, &got, 1, MPI_INT, sum, MPI_COMM_WORLD);
    CHECK(got == (rank + 1) * (rank + 2) / 2);
    got = 0;
    MPI_Iallreduce(&sent, &got, 1, MPI_INT, sum, MPI_COMM_WORLD, &request);
    MPI_Op_free(&sum);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(got == size * (size + 1) / 2);
    CHECK(state.ended == 1);
    MPI_Allreduce(&state.calls, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(size == 1 || total > 0);
}

// The program's state is on the heap, and the destructor may call MPI.
static void free_state(void* state) {
    int own = -1;
    MPI_Comm_rank(MPI_COMM_WORLD, &own);
    CHECK(own == rank);
    free(state);
}

static void on_heap(void) {
    for (int turn = 0; turn < 100; ++turn) {
        State* const state = calloc(1, sizeof(State));
        MPI_Op sum;
        int in = 1, inout = turn;
        state->factor = 1;
        MPIX_Op_create_x(add, free_state, 1, state, &sum);
        MPI_Reduce_local(&in, &inout, 1, MPI_INT, sum);
        CHECK(inout == turn + 1);
        MPI_Op_free(&sum);
    }
}

static void multiply(void* in, void* inout, int* length, MPI_Datatype* datatype) {
    (void)datatype;
    for (int index = 0; index < *length; ++index) ((int*)inout)[index] *= ((int*)in)[index];
}

// Without a destructor, and beside an operation without a state.
static void without_destructor(void) {
    State state = {1, 0, 0};
    MPI_Op sum, product;
    int in = 5, inout = 7;
    MPIX_Op_create_x(add, NULL, 1, &state, &sum);
    MPI_Op_create(multiply, 1, &product);
    MPI_Reduce_local(&in, &inout, 1, MPI_INT, sum);
    MPI_Reduce_local(&in, &inout, 1, MPI_INT, product);
    CHECK(inout == 60 && state.calls == 1);
    MPI_Op_free(&sum);
    MPI_Op_free(&product);
    CHECK(state.ended == 0);
}

int main(int argc, char** argv) {
    begin_with_states(&argc, &argv);
    states_are_apart();
    in_collectives();
    on_heap();
    without_destructor();
    return end("operations with states");
}
