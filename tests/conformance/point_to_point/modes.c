// Communication modes, blocking and immediate (MPI-5.0 sections 3.4 and 3.7.2).
// ranks: 1 2 3 5 8
#include "../common/frame.h"

enum { words = 300, tag = 3, go_tag = 4 };

typedef int Blocking(const void*, int, MPI_Datatype, int, int, MPI_Comm);
typedef int Immediate(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);

static const char* const names[] = {"standard", "buffered", "synchronous", "ready"};
static Blocking* const blocking[] = {MPI_Send, MPI_Bsend, MPI_Ssend, MPI_Rsend};
static Immediate* const immediate[] = {MPI_Isend, MPI_Ibsend, MPI_Issend, MPI_Irsend};

static int sent[words], got[words];

static void fill(int seed) {
    for (int index = 0; index < words; ++index) sent[index] = seed * 1000 + index, got[index] = -1;
}

static void check_got(int seed, MPI_Status* status) {
    int count = -1;
    MPI_Get_count(status, MPI_INT, &count);
    CHECK(count == words && status->MPI_SOURCE == left_of(rank) && status->MPI_TAG == tag);
    for (int index = 0; index < words; ++index) CHECK(got[index] == seed * 1000 + index);
}

// A ready send may start only when its receive is posted: the receiver says so.
static void wait_until_posted(void) {
    char posted = 1, in;
    MPI_Sendrecv(&posted, 1, MPI_CHAR, left_of(rank), go_tag, &in, 1, MPI_CHAR, right_of(rank), go_tag,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void ring(int mode, int use_immediate) {
    MPI_Request receive, send = MPI_REQUEST_NULL;
    MPI_Status status;
    fill(rank + mode);
    MPI_Irecv(got, words, MPI_INT, left_of(rank), tag, MPI_COMM_WORLD, &receive);
    wait_until_posted();
    if (use_immediate)
        immediate[mode](sent, words, MPI_INT, right_of(rank), tag, MPI_COMM_WORLD, &send);
    else
        blocking[mode](sent, words, MPI_INT, right_of(rank), tag, MPI_COMM_WORLD);
    MPI_Wait(&receive, &status);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    CHECK(receive == MPI_REQUEST_NULL && send == MPI_REQUEST_NULL);
    check_got(left_of(rank) + mode, &status);
    say("%s %s send: first word %d\n", use_immediate ? "immediate" : "blocking", names[mode], got[0]);
}

// A synchronous send completes only after the matching receive has started: here, after this rank's own.
static void synchronous_waits_for_receive(void) {
    MPI_Request send, receive;
    int complete = 1;
    MPI_Status status;
    fill(7);
    MPI_Issend(sent, words, MPI_INT, rank, tag, MPI_COMM_WORLD, &send);
    for (int attempt = 0; attempt < 20; ++attempt) {
        MPI_Test(&send, &complete, MPI_STATUS_IGNORE);
        CHECK(!complete && send != MPI_REQUEST_NULL);
    }
    MPI_Irecv(got, words, MPI_INT, rank, tag, MPI_COMM_WORLD, &receive);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    MPI_Wait(&receive, &status);
    CHECK(got[words - 1] == 7000 + words - 1 && status.MPI_SOURCE == rank);
}

// A buffered send completes whether or not a receive is posted.
static void buffered_is_local(void) {
    MPI_Request send;
    fill(9);
    MPI_Bsend(sent, words, MPI_INT, rank, tag, MPI_COMM_WORLD);
    sent[0] = -1; // the buffer is the program's again
    MPI_Ibsend(sent, words, MPI_INT, rank, tag, MPI_COMM_WORLD, &send);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    sent[0] = -2;
    MPI_Recv(got, words, MPI_INT, rank, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(got[0] == 9000 && got[1] == 9001);
    MPI_Recv(got, words, MPI_INT, rank, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(got[0] == -1 && got[1] == 9001);
}

int main(int argc, char** argv) {
    static char buffer[4 * (words * sizeof(int) + MPI_BSEND_OVERHEAD)];
    void* detached;
    int bytes;
    begin(&argc, &argv);
    MPI_Buffer_attach(buffer, sizeof buffer);
    for (int mode = 0; mode < 4; ++mode) ring(mode, 0), ring(mode, 1);
    synchronous_waits_for_receive();
    buffered_is_local();
    MPI_Buffer_detach(&detached, &bytes);
    return finish("communication modes");
}
