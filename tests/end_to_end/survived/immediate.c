/* Immediate sends to and receives from a failed rank: they begin without an error, and each way to complete
   them tells it. */
#include "check.h"

enum { count = 4 };
static char bytes[count][long_bytes], value = 5;
static MPI_Request requests[count];
static MPI_Status statuses[count];

/* 0, 1: from and to the rank that has failed; 2, 3: from and to the rank itself. */
static void begin(int dead, int length) {
    const int ends[count] = {dead, dead, rank, rank};
    for (int at = 0; at < count; ++at) {
        fill(bytes[at], length, at == 2 ? 99 : rank);
        const int error =
            at % 2 == 0 ? MPI_Irecv(bytes[at], length, MPI_CHAR, ends[at], 6, MPI_COMM_WORLD, &requests[at])
                        : MPI_Isend(bytes[at], length, MPI_CHAR, ends[at], 6, MPI_COMM_WORLD, &requests[at]);
        expect_class(error, MPI_SUCCESS, at % 2 == 0 ? "MPI_Irecv" : "MPI_Isend");
        expect(requests[at] != MPI_REQUEST_NULL, "no request of the operation that has begun");
    }
}
static void expect_result(int at, int error, const char* what) {
    expect_class(error, at < 2 ? MPIX_ERR_PROC_FAILED : MPI_SUCCESS, what);
}
static void expect_end(int length, const char* what) {
    for (int at = 0; at < count; ++at)
        expect(requests[at] == MPI_REQUEST_NULL, "%s: request %d is not null", what, at);
    expect(is_filled(bytes[2], length, rank), "%s: wrong bytes", what);
}

static void by_wait(int dead, int length) {
    begin(dead, length);
    for (int at = 0; at < count; ++at) expect_result(at, MPI_Wait(&requests[at], &statuses[at]), "MPI_Wait");
    expect_end(length, "MPI_Wait");
}
static void by_test(int dead, int length) {
    begin(dead, length);
    for (int at = 0; at < count; ++at) {
        int flag = 0, error = MPI_SUCCESS;
        while (error == MPI_SUCCESS && !flag) error = MPI_Test(&requests[at], &flag, &statuses[at]);
        expect_result(at, error, "MPI_Test");
    }
    expect_end(length, "MPI_Test");
}
static void expect_statuses(int error, const char* what) {
    expect_class(error, MPI_ERR_IN_STATUS, what);
    for (int at = 0; at < count; ++at) {
        if (class_of(statuses[at].MPI_ERROR) == MPI_ERR_PENDING) {
            expect(requests[at] != MPI_REQUEST_NULL, "%s: what is pending has no request", what);
            statuses[at].MPI_ERROR = MPI_Wait(&requests[at], MPI_STATUS_IGNORE);
        }
        expect_result(at, statuses[at].MPI_ERROR, what);
    }
}
static void by_waitall(int dead, int length) {
    begin(dead, length);
    expect_statuses(MPI_Waitall(count, requests, statuses), "MPI_Waitall");
    expect_end(length, "MPI_Waitall");
    begin(dead, length);
    expect(MPI_Waitall(count, requests, MPI_STATUSES_IGNORE) != MPI_SUCCESS,
           "MPI_Waitall without statuses succeeds");
    for (int at = 0; at < count; ++at) MPI_Wait(&requests[at], MPI_STATUS_IGNORE);
    expect_end(length, "MPI_Waitall without statuses");
}
static void by_testall(int dead, int length) {
    int flag = 0, error = MPI_SUCCESS;
    begin(dead, length);
    while (error == MPI_SUCCESS && !flag) error = MPI_Testall(count, requests, &flag, statuses);
    expect_statuses(error, "MPI_Testall");
    expect_end(length, "MPI_Testall");
}
static void by_any(int dead, int length, int is_test) {
    const char* const what = is_test ? "MPI_Testany" : "MPI_Waitany";
    begin(dead, length);
    for (int left = count; left > 0; --left) {
        int index = MPI_UNDEFINED, flag = 0, error = MPI_SUCCESS;
        if (is_test)
            while (error == MPI_SUCCESS && !flag)
                error = MPI_Testany(count, requests, &index, &flag, &statuses[0]);
        else
            error = MPI_Waitany(count, requests, &index, &statuses[0]);
        expect(index >= 0 && index < count, "%s: index %d", what, index);
        if (index < 0 || index >= count) return;
        expect_result(index, error, what);
        expect(requests[index] == MPI_REQUEST_NULL, "%s: request %d is not null", what, index);
    }
    expect_end(length, what);
}
static void by_some(int dead, int length, int is_test) {
    const char* const what = is_test ? "MPI_Testsome" : "MPI_Waitsome";
    int left = count;
    begin(dead, length);
    while (left > 0) {
        int indices[count], done = 0, has_failed = 0, error = MPI_SUCCESS;
        for (int at = 0; at < count; ++at) statuses[at].MPI_ERROR = -1;
        while (error == MPI_SUCCESS && done == 0)
            error = is_test ? MPI_Testsome(count, requests, &done, indices, statuses)
                            : MPI_Waitsome(count, requests, &done, indices, statuses);
        expect(done > 0 && done <= left, "%s: %d complete of %d", what, done, left);
        if (done <= 0 || done > left) return;
        for (int at = 0; at < done; ++at) {
            has_failed |= indices[at] < 2;
            if (error != MPI_SUCCESS) expect_result(indices[at], statuses[at].MPI_ERROR, what);
        }
        expect_class(error, has_failed ? MPI_ERR_IN_STATUS : MPI_SUCCESS, what);
        left -= done;
    }
    expect_end(length, what);
}

int main(int argc, char** argv) {
    start(&argc, &argv);
    const int dead = size - 1;
    MPI_Request early;
    if (rank == dead) {
        for (int from = 0; from < dead; ++from)
            MPI_Recv(&value, 1, MPI_CHAR, from, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        die();
    }
    /* A receive that has begun before the failure. */
    MPI_Irecv(&value, 1, MPI_CHAR, dead, 8, MPI_COMM_WORLD, &early);
    expect_class(MPI_Send(&value, 1, MPI_CHAR, dead, 7, MPI_COMM_WORLD), MPI_SUCCESS, "MPI_Send");
    expect_class(MPI_Wait(&early, MPI_STATUS_IGNORE), MPIX_ERR_PROC_FAILED, "MPI_Irecv before the failure");
    expect(early == MPI_REQUEST_NULL, "the request of a receive from a failed rank is not null");
    await_failures(MPI_COMM_WORLD, 1);
    for (int length = 10; length <= long_bytes; length += long_bytes - 10) {
        by_wait(dead, length);
        by_test(dead, length);
        by_waitall(dead, length);
        by_testall(dead, length);
        for (int is_test = 0; is_test < 2; ++is_test) {
            by_any(dead, length, is_test);
            by_some(dead, length, is_test);
        }
    }
    return finish();
}
