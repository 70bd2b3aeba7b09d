// Null requests: Wait, Waitall and Test return at once with the empty status; finished requests become null.
#include "../common/program.h"

static void check_empty(MPI_Status* status) {
    int count = -1;
    MPI_Get_count(status, MPI_INT, &count);
    CHECK(status->MPI_SOURCE == MPI_ANY_SOURCE && status->MPI_TAG == MPI_ANY_TAG && count == 0);
}

static void check_single(void) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Status status;
    int complete = 0;
    memset(&status, 0x22, sizeof status);
    MPI_Wait(&request, &status);
    check_empty(&status);
    memset(&status, 0x22, sizeof status);
    MPI_Test(&request, &complete, &status);
    CHECK(complete && request == MPI_REQUEST_NULL);
    check_empty(&status);
}

// Null requests between active ones.
static void check_mixed(void) {
    MPI_Request requests[5] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL,
                               MPI_REQUEST_NULL};
    MPI_Status statuses[5];
    int got = -1;
    MPI_Irecv(&got, 1, MPI_INT, (rank + size - 1) % size, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(&rank, 1, MPI_INT, (rank + 1) % size, 2, MPI_COMM_WORLD, &requests[3]);
    memset(statuses, 0x33, sizeof statuses);
    MPI_Waitall(5, requests, statuses);
    CHECK(got == (rank + size - 1) % size && statuses[1].MPI_SOURCE == got && statuses[1].MPI_TAG == 2);
    for (int index = 0; index < 5; ++index) CHECK(requests[index] == MPI_REQUEST_NULL);
    for (int index = 0; index < 5; index += 2) check_empty(&statuses[index]);
    MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE);
}

// Many requests at a time, completed in another order than begun.
static void check_many(void) {
    enum { many = 500 };
    static MPI_Request sends[many], receives[many];
    static int sent[many], got[many];
    for (int index = 0; index < many; ++index) {
        sent[index] = rank * many + index;
        MPI_Irecv(&got[index], 1, MPI_INT, (rank + size - 1) % size, index, MPI_COMM_WORLD, &receives[index]);
    }
    for (int index = many - 1; index >= 0; --index)
        MPI_Isend(&sent[index], 1, MPI_INT, (rank + 1) % size, index, MPI_COMM_WORLD, &sends[index]);
    for (int index = 0; index < many; ++index) MPI_Wait(&receives[index * 7 % many], MPI_STATUS_IGNORE);
    MPI_Waitall(many, sends, MPI_STATUSES_IGNORE);
    for (int index = 0; index < many; ++index) CHECK(got[index] == (rank + size - 1) % size * many + index);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    check_single();
    check_mixed();
    for (int repetition = 0; repetition < 5; ++repetition) check_many();
    return end("requests");
}
