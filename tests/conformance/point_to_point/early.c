// Messages that have all been sent before the first of them is received, by ranks that may run elsewhere: in the
// order of the sends, with what waits for them already, into short buffers, in two communicators, by whoever asks.
// ranks: 1 2 3 5 8 16
#include "../common/frame.h"

#include <unistd.h>

enum { messages = 300, longest = 700 }; // more than any channel buffers

static int across(void) {
    return (rank + size / 2) % size;
}
static int back(void) {
    return (rank + size - size / 2) % size;
}

// What is received at once was sent long ago, and no call of MPI was made in the meantime.
static void let_arrive(void) {
    usleep(2000);
}

static int out[messages][longest];
static MPI_Request requests[messages];

static void send_numbered(int number, int count, MPI_Comm comm) {
    for (int index = 0; index < count; ++index) out[number][index] = number + index;
    MPI_Isend(out[number], count, MPI_INT, across(), number % 7, comm, &requests[number]);
}
static void end_sends(int count) {
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void expect_numbered(int source, int tag, int number, int count, MPI_Comm comm) {
    int in[longest + 1];
    MPI_Status status;
    MPI_Recv(in, longest, MPI_INT, source, tag, comm, &status);
    int received = -1;
    MPI_Get_count(&status, MPI_INT, &received);
    CHECK(status.MPI_SOURCE == back() && status.MPI_TAG == number % 7);
    CHECK(received == count);
    for (int index = 0; index < count; ++index) CHECK(in[index] == number + index);
}

static int count_of(int number) {
    return number % 5 == 4 ? longest : number % 5;
}

static void in_order(void) {
    for (int number = 0; number < messages; ++number)
        send_numbered(number, count_of(number), MPI_COMM_WORLD);
    let_arrive();
    for (int number = 0; number < messages; ++number) {
        const int source = number % 2 == 0 ? MPI_ANY_SOURCE : back();
        const int tag = number % 3 == 0 ? MPI_ANY_TAG : number % 7;
        expect_numbered(source, tag, number, count_of(number), MPI_COMM_WORLD);
    }
    end_sends(messages);
}

// A receive that waits already goes before one that is made later.
static void after_what_waits(void) {
    for (int turn = 0; turn < 20; ++turn) {
        int first = -1, second = -1, third = -1;
        MPI_Request request;
        MPI_Irecv(&first, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
        for (int number = 0; number < 3; ++number) send_int(number, across(), 1);
        let_arrive();
        MPI_Recv(&second, 1, MPI_INT, back(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&third, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK(first == 0 && second == 1 && third == 2);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

// One too long for its buffer is an error of that receive alone, and is gone.
static void into_short_buffers(void) {
    for (int number = 0; number < 30; ++number) send_numbered(number, 1 + number % 3 * 20, MPI_COMM_WORLD);
    let_arrive();
    for (int number = 0; number < 30; ++number) {
        int in[22];
        MPI_Status status;
        for (int index = 0; index < 22; ++index) in[index] = -1;
        const int error = MPI_Recv(in, 21, MPI_INT, back(), number % 7, MPI_COMM_WORLD, &status);
        CHECK(class_of(error) == (number % 3 == 2 ? MPI_ERR_TRUNCATE : MPI_SUCCESS));
        CHECK(error != MPI_SUCCESS || in[0] == number);
        CHECK(in[21] == -1 && status.MPI_TAG == number % 7);
    }
    end_sends(30);
}

// What comes first may be for another communicator, another tag, or not wanted at all for now.
static void past_others(void) {
    MPI_Comm other;
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    for (int number = 0; number < 40; ++number)
        send_numbered(number, 1 + number % 3, number % 2 == 0 ? MPI_COMM_WORLD : other);
    let_arrive();
    for (int number = 1; number < 40; number += 2) expect_numbered(MPI_ANY_SOURCE, MPI_ANY_TAG, number, 1 + number % 3, other);
    for (int number = 38; number >= 28; number -= 2) {
        int flag = 0;
        while (!flag) MPI_Iprobe(back(), number % 7, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    }
    for (int number = 0; number < 40; number += 2) expect_numbered(back(), MPI_ANY_TAG, number, 1 + number % 3, MPI_COMM_WORLD);
    end_sends(40);
    MPI_Comm_free(&other);
}

// One rank of a core takes its time with what has come for it; what lies behind is for others of that core.
static void for_others_too(void) {
    enum { each = 50 };
    for (int number = 0; number < each; ++number)
        for (int other = 0; other < size; ++other) send_int(number, other, 3);
    for (int number = 0; number < each * size; ++number) {
        int in = -1;
        if (number % 16 == rank % 16) usleep(50);
        MPI_Recv(&in, 1, MPI_INT, number % size, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(in == number / size);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    let_errors_return();
    in_order();
    after_what_waits();
    into_short_buffers();
    past_others();
    for_others_too();
    return finish("early");
}
