/* Ranks that poll by calls that do not wait: microseconds of one update or of one message. "polling_updates": as in
   HPCC's RandomAccess each rank makes updates of a table of all ranks, sends those of others in buckets, and looks for
   buckets with MPI_Testany after each update. "polling_test" and "polling_probe": a ping-pong, with MPI_Test or
   MPI_Iprobe again and again until the message is there; further ranks, if any, poll meanwhile until the end. Usage:
   polling SECONDS CASES BYTES...; BYTES: of a rank's part of the table, or of a message. */
#include "timing.h"

enum { bucket = 1024, update_tag = 1, end_tag = 2 };
static int bytes;

/* ---- Updates. */

static unsigned long* table;
static unsigned long* buckets; /* one for each rank */
static int* filled;
static unsigned long incoming[bucket], outgoing[bucket];
static unsigned long updated;

static void update(unsigned long value) {
    table[value % ((unsigned long)bytes / sizeof *table)] ^= value;
    ++updated;
}

static void expect_bucket(MPI_Request* request) {
    MPI_Irecv(incoming, bucket, MPI_UNSIGNED_LONG, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, request);
}

static void take_bucket(MPI_Request* request, const MPI_Status* status, int* others) {
    int count = 0;
    MPI_Get_count(status, MPI_UNSIGNED_LONG, &count);
    for (int index = 0; index < count; ++index) update(incoming[index]);
    if (status->MPI_TAG == end_tag) --*others;
    expect_bucket(request);
}
static void take_buckets(MPI_Request* request, int* others) {
    for (int found = 1; found;) {
        MPI_Status status;
        int index;
        MPI_Testany(1, request, &index, &found, &status);
        if (found) take_bucket(request, &status, others);
    }
}

static int fullest(void) {
    int found = 0;
    for (int other = 1; other < size; ++other)
        if (filled[other] > filled[found]) found = other;
    return found;
}

/* One if it could be sent. */
static int send_bucket(MPI_Request* request) {
    const int to = fullest();
    int done;
    MPI_Test(request, &done, MPI_STATUS_IGNORE);
    if (!done) return 0;
    memcpy(outgoing, buckets + (size_t)to * bucket, (size_t)filled[to] * sizeof *outgoing);
    MPI_Isend(outgoing, filled[to], MPI_UNSIGNED_LONG, to, update_tag, MPI_COMM_WORLD, request);
    return filled[to];
}

static void end_updates(MPI_Request* receive, MPI_Request* send, int* others) {
    MPI_Wait(send, MPI_STATUS_IGNORE);
    for (int other = 0; other < size; ++other)
        if (other != rank) MPI_Send(NULL, 0, MPI_UNSIGNED_LONG, other, end_tag, MPI_COMM_WORLD);
    while (*others > 0) {
        MPI_Status status;
        MPI_Wait(receive, &status);
        take_bucket(receive, &status, others);
    }
    MPI_Cancel(receive);
    MPI_Wait(receive, MPI_STATUS_IGNORE);
}

static void updates(int repeats) {
    MPI_Request receive = MPI_REQUEST_NULL, send = MPI_REQUEST_NULL;
    unsigned long value = (unsigned long)rank * 7919 + 1;
    int pending = 0, others = size - 1;
    expect_bucket(&receive);
    for (int made = 0; made < repeats || pending > 0;) {
        take_buckets(&receive, &others);
        if (pending == bucket || made == repeats) {
            const int to = fullest(), sent = send_bucket(&send);
            if (sent > 0) filled[to] = 0;
            pending -= sent;
            continue;
        }
        value = value * 6364136223846793005ul + 1442695040888963407ul;
        const int to = (int)(value >> 33) % size;
        ++made;
        if (to == rank) {
            update(value);
        } else {
            buckets[(size_t)to * bucket + (size_t)filled[to]++] = value;
            ++pending;
        }
    }
    end_updates(&receive, &send, &others);
}

static double time_of_updates(void) {
    unsigned long all = 0;
    double time;
    table = buffer_of((size_t)bytes);
    buckets = buffer_of((size_t)size * bucket * sizeof *buckets);
    filled = buffer_of((size_t)size * sizeof *filled);
    updated = 0;
    updates(100000);
    MPI_Allreduce(&updated, &all, 1, MPI_UNSIGNED_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (all != 100000ul * (unsigned long)size) MPI_Abort(MPI_COMM_WORLD, 1);
    time = time_of(updates);
    free(table), free(buckets), free(filled);
    return time;
}

/* ---- Ping-pong. */

static unsigned char *sent, *received;

static void receive_by_test(int from) {
    MPI_Request request;
    int done = 0;
    MPI_Irecv(received, bytes, MPI_BYTE, from, 0, MPI_COMM_WORLD, &request);
    while (!done) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
}
static void receive_by_probe(int from) {
    int there = 0;
    while (!there) MPI_Iprobe(from, 0, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
    MPI_Recv(received, bytes, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void (*receive)(int from);

static void ping_pong(int repeats) {
    if (rank > 1) {
        receive(0);
        return;
    }
    for (int turn = 0; turn < repeats; ++turn) {
        if (rank == 0) MPI_Send(sent, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        receive(1 - rank);
        if (rank == 1) MPI_Send(sent, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    }
    for (int other = 2; rank == 0 && other < size; ++other)
        MPI_Send(sent, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD);
}

static double time_of_ping_pong(void (*by)(int from)) {
    double time;
    receive = by;
    sent = buffer_of((size_t)bytes), received = buffer_of((size_t)bytes);
    fill(sent, bytes, 5);
    time = time_of(ping_pong) / 2;
    expect(received, bytes, 5, "ping-pong");
    free(sent), free(received);
    return time;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    for (int argument = 3; argument < argc; ++argument) {
        bytes = atoi(argv[argument]);
        if (strstr(argv[2], "polling_updates") != NULL) report("polling_updates", bytes, time_of_updates() * 1e6);
        if (strstr(argv[2], "polling_test") != NULL)
            report("polling_test", bytes, time_of_ping_pong(receive_by_test) * 1e6);
        if (strstr(argv[2], "polling_probe") != NULL)
            report("polling_probe", bytes, time_of_ping_pong(receive_by_probe) * 1e6);
    }
    return end();
}
