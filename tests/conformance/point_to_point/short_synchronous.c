// Synchronous sends of short messages, which may go along with their requests (MPI-5.0 section 3.4): none
// completes before its receive has started, and all arrive in order, whether receives are posted before or
// after, and however many are under way.
// ranks: 1 2 3 5 8
#include "../common/frame.h"

enum { messages = 600, longest = 120, tag = 5 };

static unsigned char sent[messages][longest], got[messages][longest];
static MPI_Request sends[messages], receives[messages];

static int length_of(int message) {
    return message % (longest + 1);
}
static unsigned char byte_of(int from, int message, int index) {
    return (unsigned char)(from * 31 + message * 7 + index);
}

static void fill(void) {
    for (int message = 0; message < messages; ++message)
        for (int index = 0; index < longest; ++index) {
            sent[message][index] = byte_of(rank, message, index);
            got[message][index] = 0;
        }
}

static void check_got(int from, int message, const MPI_Status* status) {
    int count = -1;
    MPI_Get_count(status, MPI_BYTE, &count);
    CHECK(count == length_of(message) && status->MPI_SOURCE == from && status->MPI_TAG == tag);
    for (int index = 0; index < count; ++index) CHECK(got[message][index] == byte_of(from, message, index));
}

static void start_sends(void) {
    for (int message = 0; message < messages; ++message)
        MPI_Issend(sent[message], length_of(message), MPI_BYTE, right_of(rank), tag, MPI_COMM_WORLD,
                   &sends[message]);
}
static void start_receives(void) {
    for (int message = 0; message < messages; ++message)
        MPI_Irecv(got[message], longest, MPI_BYTE, left_of(rank), tag, MPI_COMM_WORLD, &receives[message]);
}

static void receives_first(void) {
    static MPI_Status statuses[messages];
    fill();
    start_receives();
    MPI_Barrier(MPI_COMM_WORLD);
    start_sends();
    MPI_Waitall(messages, sends, MPI_STATUSES_IGNORE);
    MPI_Waitall(messages, receives, statuses);
    for (int message = 0; message < messages; ++message)
        check_got(left_of(rank), message, &statuses[message]);
}

// While no receive has started no send completes.
static void sends_first(void) {
    static int indices[messages];
    int complete = -1;
    fill();
    start_sends();
    MPI_Barrier(MPI_COMM_WORLD);
    for (int attempt = 0; attempt < 20; ++attempt) {
        MPI_Testsome(messages, sends, &complete, indices, MPI_STATUSES_IGNORE);
        CHECK(complete == 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int message = 0; message < messages; ++message) {
        MPI_Status status;
        if (message % 3 == 0) MPI_Probe(left_of(rank), MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        MPI_Recv(got[message], longest, MPI_BYTE, left_of(rank), tag, MPI_COMM_WORLD, &status);
        check_got(left_of(rank), message, &status);
    }
    MPI_Waitall(messages, sends, MPI_STATUSES_IGNORE);
}

// Neighbours in pairs, by turns; the last of an odd number stands aside.
static void back_and_forth(void) {
    const int other = rank ^ 1;
    if (other >= size) return;
    fill();
    for (int message = 0; message < messages; ++message) {
        MPI_Status status;
        for (int turn = 0; turn < 2; ++turn)
            if ((rank + turn) % 2 == 0)
                MPI_Ssend(sent[message], length_of(message), MPI_BYTE, other, tag, MPI_COMM_WORLD);
            else {
                MPI_Recv(got[message], longest, MPI_BYTE, other, tag, MPI_COMM_WORLD, &status);
                check_got(other, message, &status);
            }
    }
}

// Rank 0 takes what comes from any other, in the order of each.
static void all_to_one(void) {
    enum { each = 100 };
    fill();
    for (int message = 0; rank != 0 && message < each; ++message)
        MPI_Ssend(sent[message], length_of(message), MPI_BYTE, 0, tag, MPI_COMM_WORLD);
    if (rank != 0) return;
    int next[64] = {0};
    for (int left = each * (size - 1); left > 0; --left) {
        unsigned char in[longest];
        MPI_Status status;
        int count = -1;
        MPI_Recv(in, longest, MPI_BYTE, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_BYTE, &count);
        const int message = next[status.MPI_SOURCE]++;
        CHECK(count == length_of(message));
        for (int index = 0; index < count; ++index)
            CHECK(in[index] == byte_of(status.MPI_SOURCE, message, index));
    }
}

// A receive that is too short ends its send, too.
static void truncated(void) {
    MPI_Request send, receive;
    int error, class = MPI_SUCCESS;
    fill();
    let_errors_return();
    MPI_Irecv(got[0], 3, MPI_BYTE, left_of(rank), tag, MPI_COMM_WORLD, &receive);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Issend(sent[0], 5, MPI_BYTE, right_of(rank), tag, MPI_COMM_WORLD, &send);
    error = MPI_Wait(&receive, MPI_STATUS_IGNORE);
    MPI_Error_class(error, &class);
    CHECK(class == MPI_ERR_TRUNCATE);
    CHECK(MPI_Wait(&send, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    receives_first();
    sends_first();
    back_and_forth();
    all_to_one();
    truncated();
    return finish("short synchronous sends");
}
