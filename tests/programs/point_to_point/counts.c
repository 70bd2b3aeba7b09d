// MPI_Get_count in every case: whole elements, none, other datatypes, MPI_UNDEFINED; ignored statuses.
#include "../common/program.h"

static unsigned char sent[64], got[128];

static void send_and_receive(int count, MPI_Status* status) {
    MPI_Sendrecv(sent, count, MPI_BYTE, (rank + 1) % size, 4, got, (int)sizeof got, MPI_BYTE,
                 (rank + size - 1) % size, 4, MPI_COMM_WORLD, status);
}

static int counted(const MPI_Status* status, MPI_Datatype datatype) {
    int count = -5;
    MPI_Get_count(status, datatype, &count);
    return count;
}

static void check_counts(int bytes) {
    MPI_Status status;
    send_and_receive(bytes, &status);
    CHECK(counted(&status, MPI_BYTE) == bytes);
    CHECK(counted(&status, MPI_SHORT) == (bytes % 2 ? MPI_UNDEFINED : bytes / 2));
    CHECK(counted(&status, MPI_INT) == (bytes % 4 ? MPI_UNDEFINED : bytes / 4));
    CHECK(counted(&status, MPI_DOUBLE) == (bytes % 8 ? MPI_UNDEFINED : bytes / 8));
    CHECK(status.MPI_TAG == 4 && status.MPI_SOURCE == (rank + size - 1) % size);
}

static void check_ignored(void) {
    MPI_Request requests[2];
    int complete = 0;
    send_and_receive(3, MPI_STATUS_IGNORE);
    for (int way = 0; way < 3; ++way) {
        MPI_Irecv(got, 1, MPI_BYTE, (rank + size - 1) % size, 9, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(sent, 1, MPI_BYTE, (rank + 1) % size, 9, MPI_COMM_WORLD, &requests[1]);
        if (way == 0) MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        if (way == 1) MPI_Wait(&requests[0], MPI_STATUS_IGNORE), MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
        while (way == 2 && !complete) MPI_Test(&requests[0], &complete, MPI_STATUS_IGNORE);
        if (way == 2) MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
        CHECK(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL);
    }
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    for (int bytes = 0; bytes <= 64; ++bytes) check_counts(bytes);
    check_ignored();
    return end("counts and statuses");
}
