// Buffers of buffered sends: attach, detach, what fits, flush (MPI-5.0 section 3.6).
// ranks: 1 2 3 5 8
#include "../common/frame.h"

enum { tag = 2, messages = 5, words = 40 };

static int room_for(int count, int ints) {
    int packed;
    MPI_Pack_size(ints, MPI_INT, MPI_COMM_WORLD, &packed);
    return count * (packed + MPI_BSEND_OVERHEAD);
}

static void check_detached(const void* attached, int attached_bytes) {
    void* buffer = NULL;
    int bytes = -1;
    MPI_Buffer_detach(&buffer, &bytes);
    CHECK(buffer == attached && bytes == attached_bytes);
}

// The standard's bound is enough: packed sizes and MPI_BSEND_OVERHEAD for each message. Order is kept.
static void messages_that_fit(void) {
    int bytes = room_for(messages, words), value[words];
    char* buffer = malloc((size_t)bytes);
    MPI_Buffer_attach(buffer, bytes);
    for (int number = 0; number < messages; ++number) {
        for (int index = 0; index < words; ++index) value[index] = rank * 100 + number;
        CHECK(MPI_Bsend(value, words, MPI_INT, right_of(rank), tag, MPI_COMM_WORLD) == MPI_SUCCESS);
    }
    for (int number = 0; number < messages; ++number) {
        MPI_Recv(value, words, MPI_INT, left_of(rank), tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(value[0] == left_of(rank) * 100 + number && value[words - 1] == value[0]);
    }
    check_detached(buffer, bytes);
    free(buffer);
}

// Detaching waits until the messages have left the buffer, which is the program's from then on.
static void detach_delivers(void) {
    int bytes = room_for(1, words), value[words];
    char* buffer = malloc((size_t)bytes);
    MPI_Request receive;
    int got[words];
    for (int index = 0; index < words; ++index) value[index] = rank + index, got[index] = -1;
    MPI_Irecv(got, words, MPI_INT, left_of(rank), tag, MPI_COMM_WORLD, &receive);
    MPI_Buffer_attach(buffer, bytes);
    MPI_Bsend(value, words, MPI_INT, right_of(rank), tag, MPI_COMM_WORLD);
    check_detached(buffer, bytes);
    memset(buffer, 0, (size_t)bytes);
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
    for (int index = 0; index < words; ++index) CHECK(got[index] == left_of(rank) + index);
    free(buffer);
}

// Space is free again when a message has been delivered; what doesn't fit is an error.
static void space_is_used_again(void) {
    int bytes = room_for(1, words), value[words], too_many[8 * words];
    char* buffer = malloc((size_t)bytes);
    memset(too_many, 0, sizeof too_many);
    MPI_Buffer_attach(buffer, bytes);
    for (int number = 0; number < 50; ++number) {
        for (int index = 0; index < words; ++index) value[index] = number;
        CHECK(MPI_Bsend(value, words, MPI_INT, rank, tag, MPI_COMM_WORLD) == MPI_SUCCESS);
        MPI_Recv(value, words, MPI_INT, rank, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(value[0] == number);
    }
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Bsend(too_many, 8 * words, MPI_INT, rank, tag, MPI_COMM_WORLD));
    check_detached(buffer, bytes);
    free(buffer);
}

static void persistent_buffered(void) {
#ifndef OPEN_MPI // differences.md: persistent buffered sends
    int bytes = room_for(2, 1), value = -1, got = -1;
    char* buffer = malloc((size_t)bytes);
    MPI_Request request;
    MPI_Buffer_attach(buffer, bytes);
    MPI_Bsend_init(&value, 1, MPI_INT, rank, tag, MPI_COMM_WORLD, &request);
    for (int number = 0; number < 10; ++number) {
        value = number;
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        value = -1;
        MPI_Recv(&got, 1, MPI_INT, rank, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(got == number);
    }
    MPI_Request_free(&request);
    check_detached(buffer, bytes);
    free(buffer);
#endif
}

// After a flush all messages have left the buffer, which stays attached.
static void flush(void) {
#if MPI_SINCE(4, 1)
    int bytes = room_for(1, 1), value = 5, got = -1;
    char* buffer = malloc((size_t)bytes);
    MPI_Request receive, flushing;
    MPI_Buffer_attach(buffer, bytes);
    for (int number = 0; number < 4; ++number) {
        MPI_Irecv(&got, 1, MPI_INT, rank, tag, MPI_COMM_WORLD, &receive);
        MPI_Bsend(&value, 1, MPI_INT, rank, tag, MPI_COMM_WORLD);
        if (number % 2 == 0) MPI_Buffer_flush();
        if (number % 2 == 1) {
            MPI_Buffer_iflush(&flushing);
            MPI_Wait(&flushing, MPI_STATUS_IGNORE);
        }
        MPI_Wait(&receive, MPI_STATUS_IGNORE);
        CHECK(got == 5);
    }
    check_detached(buffer, bytes);
    free(buffer);
#endif
}

// Beginning a flush does not wait for receives that come later, nor does the flush for messages that come
// later; its request does for those that lie in the buffer.
static void begin_flush(void) {
#if MPI_SINCE(4, 1)
    enum { long_message = 100000 };
    static int value[long_message], got[long_message];
    int bytes = room_for(2, long_message), flag = -1;
    char* buffer = malloc((size_t)bytes);
    MPI_Request flushing[2];
    MPI_Buffer_attach(buffer, bytes);
    for (int index = 0; index < long_message; ++index) value[index] = rank + index;
    MPI_Bsend(value, long_message, MPI_INT, right_of(rank), tag, MPI_COMM_WORLD);
    MPI_Buffer_iflush(&flushing[0]);
    MPI_Bsend(value, long_message, MPI_INT, right_of(rank), tag + 1, MPI_COMM_WORLD);
    MPI_Buffer_iflush(&flushing[1]);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Recv(got, long_message, MPI_INT, left_of(rank), tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(got[0] == left_of(rank) && got[long_message - 1] == left_of(rank) + long_message - 1);
    MPI_Wait(&flushing[0], MPI_STATUS_IGNORE);
    MPI_Recv(got, long_message, MPI_INT, left_of(rank), tag + 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    while (flag != 1) MPI_Test(&flushing[1], &flag, MPI_STATUS_IGNORE);
    CHECK(flushing[1] == MPI_REQUEST_NULL);
    check_detached(buffer, bytes);
    free(buffer);
#endif
}

// A communicator's own buffer takes its messages, and no others.
static void buffers_of_communicators(void) {
#if MPI_SINCE(4, 1)
    MPI_Comm comm;
    MPI_Request flushing;
    int bytes = room_for(1, words), own_bytes = room_for(messages, words), given = -1;
    int value[words] = {7}, got[words];
    char *buffer = malloc((size_t)bytes), *own = malloc((size_t)own_bytes);
    void* detached = NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Buffer_attach(buffer, bytes);
    MPI_Comm_attach_buffer(comm, own, own_bytes);
    for (int number = 0; number < messages; ++number)
        CHECK(MPI_Bsend(value, words, MPI_INT, right_of(rank), tag, comm) == MPI_SUCCESS);
    CHECK(MPI_Bsend(value, words, MPI_INT, right_of(rank), tag, MPI_COMM_WORLD) == MPI_SUCCESS);
    MPI_Recv(got, words, MPI_INT, left_of(rank), tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Buffer_flush(); // although the messages in the other buffer wait for their receives
    for (int number = 0; number < messages; ++number)
        MPI_Recv(got, words, MPI_INT, left_of(rank), tag, comm, MPI_STATUS_IGNORE);
    MPI_Comm_flush_buffer(comm);
    MPI_Comm_iflush_buffer(comm, &flushing);
    MPI_Wait(&flushing, MPI_STATUS_IGNORE);
    MPI_Comm_detach_buffer(comm, &detached, &given);
    CHECK(detached == own && given == own_bytes);
    CHECK(MPI_Bsend(value, words, MPI_INT, right_of(rank), tag, comm) == MPI_SUCCESS); // as all others now
    MPI_Recv(got, words, MPI_INT, left_of(rank), tag, comm, MPI_STATUS_IGNORE);
    check_detached(buffer, bytes);
    MPI_Comm_attach_buffer(comm, own, own_bytes);
    MPI_Bsend(value, words, MPI_INT, right_of(rank), tag, comm);
    MPI_Recv(got, words, MPI_INT, left_of(rank), tag, comm, MPI_STATUS_IGNORE);
    MPI_Comm_free(&comm); // with its buffer
    memset(own, 0, (size_t)own_bytes);
    free(buffer);
    free(own);
#endif
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    let_errors_return();
    messages_that_fit();
    detach_delivers();
    space_is_used_again();
    persistent_buffered();
    flush();
    begin_flush();
    buffers_of_communicators();
    return finish("buffers of buffered sends");
}
