// Waitany, Testany, Waitsome, Testsome (MPI-5.0 section 3.7.5).
// ranks: 1 2 3 5 8
#include "../common/own_messages.h"

enum { count = 6 };

static MPI_Request requests[count];
static int got[count];

static void wait_any(void) {
    const int order[count] = {4, 1, 5, 0, 3, 2};
    MPI_Status status;
    post_receives(count, requests, got);
    for (int turn = 0; turn < count; ++turn) {
        int index = -1;
        send_to_self(order[turn]);
        MPI_Waitany(count, requests, &index, &status);
        CHECK(index == order[turn] && requests[index] == MPI_REQUEST_NULL && got[index] == 10 * index);
        CHECK(status.MPI_TAG == index && status.MPI_SOURCE == rank);
        say("Waitany: %d\n", index);
    }
}

// No active request: MPI_UNDEFINED and an empty status; the test forms say true.
static void nothing_active(void) {
    MPI_Status statuses[count];
    MPI_Request inactive[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    int index = 0, flag = 0, done = 0, indices[count];
    spoil(&statuses[0]);
    MPI_Waitany(count, requests, &index, &statuses[0]);
    CHECK(index == MPI_UNDEFINED && is_empty(&statuses[0]));
    spoil(&statuses[0]);
    MPI_Testany(count, requests, &index, &flag, &statuses[0]);
    CHECK(flag && index == MPI_UNDEFINED && is_empty(&statuses[0]));
    MPI_Waitsome(count, requests, &done, indices, statuses);
    CHECK(done == MPI_UNDEFINED);
    MPI_Testsome(count, requests, &done, indices, statuses);
    CHECK(done == MPI_UNDEFINED);
    MPI_Waitany(0, inactive, &index, &statuses[0]);
    CHECK(index == MPI_UNDEFINED);
    MPI_Testany(0, inactive, &index, &flag, &statuses[0]);
    CHECK(flag && index == MPI_UNDEFINED);
    MPI_Waitsome(0, inactive, &done, indices, statuses);
    CHECK(done == MPI_UNDEFINED);
    MPI_Testsome(0, inactive, &done, indices, statuses);
    CHECK(done == MPI_UNDEFINED);
}

static void test_any(void) {
    int index = 7, flag = 1;
    MPI_Status status;
    post_receives(count, requests, got);
    MPI_Testany(count, requests, &index, &flag, &status);
    CHECK(!flag && index == MPI_UNDEFINED);
    for (int turn = 0; turn < count; ++turn) {
        int position = count - 1 - turn;
        send_to_self(position);
        do MPI_Testany(count, requests, &index, &flag, &status);
        while (!flag);
        CHECK(index == position && requests[position] == MPI_REQUEST_NULL && status.MPI_TAG == position);
    }
    nothing_active();
}

// Each call gives at least one; statuses belong to the indices.
static void wait_some(void) {
    int indices[count], done, seen = 0, total = 0;
    MPI_Status statuses[count];
    post_receives(count, requests, got);
    for (int position = 0; position < count; position += 2) send_to_self(position);
    while (total < count / 2) {
        MPI_Waitsome(count, requests, &done, indices, statuses);
        CHECK(done >= 1 && done <= count / 2 - total);
        for (int turn = 0; turn < done; ++turn) {
            int position = indices[turn];
            CHECK(position % 2 == 0 && requests[position] == MPI_REQUEST_NULL && statuses[turn].MPI_TAG == position);
            CHECK(got[position] == 10 * position);
            seen |= 1 << position;
        }
        total += done;
    }
    CHECK(seen == 0x15);
    say("Waitsome: %x\n", (unsigned)seen);
}

static void test_some(void) {
    int indices[count], done = 9, total = 0;
    MPI_Testsome(count, requests, &done, indices, MPI_STATUSES_IGNORE);
    CHECK(done == 0);
    for (int position = 1; position < count; position += 2) send_to_self(position);
    while (total < count / 2) {
        MPI_Testsome(count, requests, &done, indices, MPI_STATUSES_IGNORE);
        for (int turn = 0; turn < done; ++turn) CHECK(indices[turn] % 2 == 1);
        total += done;
    }
    nothing_active();
}

// Every active request is served in the end: Waitsome is fair to the later ones too.
static void others_are_reached(void) {
    int index, counts[2] = {0, 0}, in[2];
    MPI_Request pair[2];
    for (int position = 0; position < 2; ++position)
        MPI_Irecv(&in[position], 1, MPI_INT, left_of(rank), position, MPI_COMM_WORLD, &pair[position]);
    send_int(rank, right_of(rank), 0);
    send_int(rank, right_of(rank), 1);
    for (int turn = 0; turn < 2; ++turn) {
        MPI_Waitany(2, pair, &index, MPI_STATUS_IGNORE);
        counts[index]++;
    }
    CHECK(counts[0] == 1 && counts[1] == 1 && in[0] == left_of(rank) && in[1] == in[0]);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    wait_any();
    nothing_active();
    test_any();
    wait_some();
    test_some();
    others_are_reached();
    return finish("completion of any and some");
}
