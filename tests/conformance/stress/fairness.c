// A receiver with MPI_ANY_SOURCE hears everybody, though one rank sends as fast as it can. MPI promises
// progress and no fairness (MPI-5.0 section 3.5); what a user expects, and this holds to: a rank that waits
// for an answer to each of its messages gets it, while the fast sender is still sending.
// ranks: 3 5 8 16
#include "../common/frame.h"

// Of the fast sender; it is told to stop long before, or else the others are starved.
enum { fast = 1, most = 3000000, between_answers = 50, questions = 5 };
enum { flood, question, answer, stop };

// How the receiver listens: blocking, probing first, or by receives that stay posted.
enum { blocking, probing, posted, ways };

// The number of messages sent when it was told to stop. Each fiftieth waits for its receiver, which bounds
// what lies unreceived.
static int send_fast(void) {
    int stopped = 0, number = 0;
    MPI_Request request;
    MPI_Irecv(NULL, 0, MPI_INT, 0, stop, MPI_COMM_WORLD, &request);
    for (; !stopped && number < most; ++number) {
        if (number % between_answers == 0)
            MPI_Ssend(&number, 1, MPI_INT, 0, flood, MPI_COMM_WORLD);
        else
            MPI_Send(&number, 1, MPI_INT, 0, flood, MPI_COMM_WORLD);
        MPI_Test(&request, &stopped, MPI_STATUS_IGNORE);
    }
    if (!stopped) MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Send(&number, 1, MPI_INT, 0, stop, MPI_COMM_WORLD);
    return number;
}

static void ask(void) {
    for (int number = 0; number < questions; ++number) {
        int echo = -1;
        MPI_Send(&number, 1, MPI_INT, 0, question, MPI_COMM_WORLD);
        MPI_Recv(&echo, 1, MPI_INT, 0, answer, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(echo == number);
    }
}

enum { receives = 4 };
static int values[receives];
static MPI_Request requests[receives];

static void post(int index) {
    MPI_Irecv(&values[index], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[index]);
}

// The next message; posted receives are completed in their order, which is that of the messages.
static int next_message(int way, int turn, MPI_Status* status) {
    int value = -1, index = turn % receives;
    if (way == posted) {
        MPI_Wait(&requests[index], status);
        value = values[index];
        post(index);
        return value;
    }
    if (way == probing) {
        MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, status);
        MPI_Recv(&value, 1, MPI_INT, status->MPI_SOURCE, status->MPI_TAG, MPI_COMM_WORLD, status);
    } else {
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, status);
    }
    return value;
}

// Answers until all questions have come, then lets the fast sender stop and takes the rest.
static void listen(int way) {
    int left = questions * (size - 2), next = 0, stopped = 0;
    for (int index = 0; way == posted && index < receives; ++index) post(index);
    for (int turn = 0; !stopped; ++turn) {
        MPI_Status status;
        int value = next_message(way, turn, &status);
        if (status.MPI_TAG == flood) CHECK(value == next++);
        if (status.MPI_TAG == stop) CHECK(value == next);
        stopped = status.MPI_TAG == stop;
        if (status.MPI_TAG != question) continue;
        MPI_Send(&value, 1, MPI_INT, status.MPI_SOURCE, answer, MPI_COMM_WORLD);
        if (--left == 0) MPI_Send(NULL, 0, MPI_INT, fast, stop, MPI_COMM_WORLD);
    }
    CHECK(left == 0);
    for (int index = 0; way == posted && index < receives; ++index) {
        MPI_Cancel(&requests[index]);
        MPI_Wait(&requests[index], MPI_STATUS_IGNORE);
    }
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    for (int way = 0; way < ways; ++way) {
        if (rank == 0)
            listen(way);
        else if (rank == fast)
            CHECK(send_fast() < most);
        else
            ask();
        MPI_Barrier(MPI_COMM_WORLD);
    }
    return finish("a fast sender starves nobody");
}
