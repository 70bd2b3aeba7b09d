// The frame of a conformance program: what tests/programs/common has, lines of rank 0, errors that return.
#pragma once

#include "names.h"

#include "../../programs/common/program.h"
#include "checks.h"

// Errors return: those of communicators, and those that belong to no object (MPI_COMM_SELF's since MPI-4.0,
// MPI_COMM_WORLD's before).
static inline void let_errors_return(void) {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
}

static inline int right_of(int index) {
    return (index + 1) % size;
}

static inline int left_of(int index) {
    return (index + size - 1) % size;
}

// Sends an int without waiting for its receive, as a standard send may: to this rank itself too. finish()
// waits.
enum { most_sent = 8192 };

static int sent_ints[most_sent];
static MPI_Request sent_requests[most_sent];
static int sent_count;

static inline void send_int(int value, int destination, int tag) {
    CHECK(sent_count < most_sent);
    sent_ints[sent_count] = value;
    MPI_Isend(&sent_ints[sent_count], 1, MPI_INT, destination, tag, MPI_COMM_WORLD,
              &sent_requests[sent_count]);
    ++sent_count;
}

// What an empty status is (MPI-5.0 section 3.7.3).
static inline int is_empty(MPI_Status* status) {
    int count = -1, cancelled = -1;
    MPI_Get_count(status, MPI_BYTE, &count);
    MPI_Test_cancelled(status, &cancelled);
    return status->MPI_SOURCE == MPI_ANY_SOURCE && status->MPI_TAG == MPI_ANY_TAG && count == 0 && !cancelled;
}

// A status that no call has filled.
static inline void spoil(MPI_Status* status) {
    memset(status, 0x5a, sizeof *status);
}

// The verdict and the end.
static inline int finish(const char* name) {
    MPI_Waitall(sent_count, sent_requests, MPI_STATUSES_IGNORE);
    CHECK(count_conformance_functions() > 0);
    return end(name);
}
