// Immediate and persistent collectives: completion, objects freed meanwhile (MPI-5.0 6.12, 6.13).
// ranks: 1 2 3 5 8
#include "../common/frame.h"

// The order of completion is the program's: collectives of one communicator end in any order.
static void in_reverse(void) {
    enum { total = 20 };
    MPI_Request requests[total];
    int values[total];
    for (int index = 0; index < total; ++index) {
        values[index] = rank == index % size ? 100 + index : -1;
        MPI_Ibcast(&values[index], 1, MPI_INT, index % size, MPI_COMM_WORLD, &requests[index]);
    }
    for (int index = total - 1; index >= 0; --index) {
        MPI_Wait(&requests[index], MPI_STATUS_IGNORE);
        CHECK(requests[index] == MPI_REQUEST_NULL);
        CHECK(values[index] == 100 + index);
    }
}

// A barrier is not complete before all have entered it: rank 0 enters last.
static void not_before_all(void) {
    MPI_Request request;
    int flag = 0, token = -1;
    if (rank == 0) {
        for (int other = 1; other < size; ++other)
            MPI_Recv(&token, 1, MPI_INT, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Ibarrier(MPI_COMM_WORLD, &request);
    } else {
        MPI_Ibarrier(MPI_COMM_WORLD, &request);
        for (int turn = 0; turn < 10; ++turn) {
            MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
            CHECK(!flag);
        }
        MPI_Send(&rank, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    }
    while (!flag) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    CHECK(request == MPI_REQUEST_NULL);
}

static void take_left(void* in, void* inout, int* length, MPI_Datatype* datatype) {
    (void)datatype;
    memcpy(inout, in, (size_t)*length * 2 * sizeof(int));
}

// The program's own type, operation and communicator may be freed while the collective is under way.
static void freed_meanwhile(void) {
    MPI_Datatype pair;
    MPI_Op left;
    MPI_Comm comm;
    MPI_Request request;
    int mine[6], result[6], got = -1;
    for (int position = 0; position < 6; ++position) mine[position] = 10 * rank + position, result[position] = -1;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Op_create(take_left, 0, &left);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Iallreduce(mine, result, 3, pair, left, comm, &request);
#ifdef OPEN_MPI // crashes
    MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
    MPI_Type_free(&pair), MPI_Op_free(&left), MPI_Comm_free(&comm);
    CHECK(pair == MPI_DATATYPE_NULL && left == MPI_OP_NULL && comm == MPI_COMM_NULL);
    MPI_Sendrecv(&rank, 1, MPI_INT, right_of(rank), 2, &got, 1, MPI_INT, left_of(rank), 2, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    CHECK(got == left_of(rank));
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int position = 0; position < 6; ++position) CHECK(result[position] == position); // rank 0's is the leftmost
}

// Buffers in place, scattered data, requests among those of messages.
static void mixed_requests(void) {
    MPI_Request requests[4];
    MPI_Datatype every_other;
    int sum = rank + 1, strided[10], from_left = -1, flag = 0, index = -1, rounds = 0;
    MPI_Type_vector(5, 1, 2, MPI_INT, &every_other);
    MPI_Type_commit(&every_other);
    for (int position = 0; position < 10; ++position) strided[position] = rank == 0 ? position : -1;
    MPI_Irecv(&from_left, 1, MPI_INT, left_of(rank), 3, MPI_COMM_WORLD, &requests[0]);
    MPI_Iallreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[1]);
    MPI_Ibcast(strided, 1, every_other, 0, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(&rank, 1, MPI_INT, right_of(rank), 3, MPI_COMM_WORLD, &requests[3]);
    for (;; ++rounds) {
        MPI_Waitany(4, requests, &index, MPI_STATUS_IGNORE);
        if (index == MPI_UNDEFINED) break;
    }
    MPI_Testall(4, requests, &flag, MPI_STATUSES_IGNORE);
    CHECK(flag && rounds == 4 && from_left == left_of(rank) && sum == size * (size + 1) / 2);
    for (int position = 0; position < 10; ++position)
        CHECK(strided[position] == (position % 2 == 0 || rank == 0 ? position : -1));
    MPI_Type_free(&every_other);
}

// Hundreds under way at once.
static void many(void) {
    enum { total = 300 };
    static MPI_Request requests[total];
    static int in[total], out[total];
    for (int index = 0; index < total; ++index) {
        in[index] = rank * index;
        MPI_Iscan(&in[index], &out[index], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[index]);
    }
    MPI_Waitall(total, requests, MPI_STATUSES_IGNORE);
    for (int index = 0; index < total; ++index) CHECK(out[index] == rank * (rank + 1) / 2 * index);
}

static void get_status(void) {
    MPI_Request request;
    int flag = 0, value = rank == 0 ? 5 : 0;
    MPI_Ibcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
    while (!flag) MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
    CHECK(request != MPI_REQUEST_NULL && value == 5);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void persistent(void) {
#if MPI_SINCE(4, 0)
    MPI_Request request;
    int value = -1, flag = 0;
    MPI_Bcast_init(&value, 1, MPI_INT, size - 1, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    CHECK_BUT_MPICH(flag && value == -1); // inactive: nothing has been done
    for (int turn = 0; turn < 5; ++turn) {
        value = rank == size - 1 ? turn : -1;
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK(value == turn && request != MPI_REQUEST_NULL);
    }
    MPI_Request_free(&request);
    CHECK(request == MPI_REQUEST_NULL);
#endif
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    in_reverse();
    not_before_all();
    freed_meanwhile();
    mixed_requests();
    many();
    get_status();
    persistent();
    return finish("immediate collectives");
}
