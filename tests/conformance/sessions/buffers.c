// Buffers of sessions beside those of communicators and of all (MPI-5.0 section 3.6).
// ranks: 1 2 3 5 8
// oracle: no
#include "../common/sessions.h"

#if MPI_SINCE(4, 1)
enum { message_bytes = 1000, room = 4 * (message_bytes + MPI_BSEND_OVERHEAD) };

static char of_session[room], of_comm[room], of_all[room], data[message_bytes];
static MPI_Session session, other_session;
static MPI_Comm comm, other, own;

static void bsend(MPI_Comm through, int value) {
    memset(data, value, sizeof data);
    CHECK(MPI_Bsend(data, message_bytes, MPI_CHAR, (rank + 1) % size, 3, through) == MPI_SUCCESS);
    memset(data, 0, sizeof data);
}

static void receive(MPI_Comm through, int value) {
    char got[message_bytes] = "";
    MPI_Recv(got, message_bytes, MPI_CHAR, (rank + size - 1) % size, 3, through, MPI_STATUS_IGNORE);
    CHECK(got[0] == value && got[message_bytes - 1] == value);
}

// Whether a buffer holds, or held, the message of this value.
static int has(const char* buffer, int value) {
    int run = 0;
    for (int index = 0; index < room && run < message_bytes; ++index)
        run = buffer[index] == value ? run + 1 : 0;
    return run == message_bytes;
}

static void without_buffer(void) {
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Bsend(data, 1, MPI_CHAR, 0, 3, comm));
}

// The session's communicators and their copies use its buffer; those of another session don't.
static void attached(void) {
    MPI_Comm copy;
    MPI_Comm_dup(comm, &copy);
    CHECK(MPI_Session_attach_buffer(session, of_session, room) == MPI_SUCCESS);
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Session_attach_buffer(session, of_session, room));
    bsend(comm, 'a');
    CHECK(has(of_session, 'a'));
    bsend(copy, 'b');
    CHECK(has(of_session, 'b'));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Bsend(data, 1, MPI_CHAR, 0, 3, other));
    receive(copy, 'b'), receive(comm, 'a');
    CHECK(MPI_Session_flush_buffer(session) == MPI_SUCCESS);
    MPI_Comm_free(&copy);
}

// The communicator's own comes first, then the session's, then that of all.
static void order_of_buffers(void) {
    MPI_Request request;
    char* region = NULL;
    int bytes = -1;
    MPI_Comm_attach_buffer(own, of_comm, room);
    MPI_Buffer_attach(of_all, room);
    MPI_Session_flush_buffer(session), MPI_Session_flush_buffer(other_session);
    bsend(own, 'c');
    CHECK(has(of_comm, 'c') && !has(of_session, 'c') && !has(of_all, 'c'));
    receive(own, 'c');
    bsend(comm, 'd');
    CHECK(has(of_session, 'd') && !has(of_comm, 'd') && !has(of_all, 'd'));
    receive(comm, 'd');
    MPI_Session_iflush_buffer(session, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    bsend(other, 'e');
    CHECK(has(of_all, 'e') && !has(of_session, 'e') && !has(of_comm, 'e'));
    receive(other, 'e');
    MPI_Buffer_detach(&region, &bytes);
    CHECK(region == of_all && bytes == room);
    MPI_Comm_detach_buffer(own, &region, &bytes);
    CHECK(region == of_comm && bytes == room);
}

static void detached(void) {
    char* region = NULL;
    MPI_Count bytes = -1;
    CHECK(MPI_Session_detach_buffer_c(session, &region, &bytes) == MPI_SUCCESS);
    CHECK(region == of_session && bytes == room);
    without_buffer();
    CHECK(MPI_Session_attach_buffer_c(session, MPI_BUFFER_AUTOMATIC, 0) == MPI_SUCCESS);
    bsend(comm, 'f');
    receive(comm, 'f');
    CHECK(MPI_Session_detach_buffer_c(session, &region, &bytes) == MPI_SUCCESS);
    CHECK(region == (char*)MPI_BUFFER_AUTOMATIC);
}

// The end of a session detaches its buffer, as soon as its messages are sent.
static void at_the_end(void) {
    MPI_Session last = new_session();
    MPI_Comm through = world_of(last);
    MPI_Session_attach_buffer(last, of_session, room);
    bsend(through, 'g');
    receive(through, 'g');
    MPI_Comm_free(&through);
    CHECK(MPI_Session_finalize(&last) == MPI_SUCCESS);
    CHECK(last == MPI_SESSION_NULL);
}
#endif

int main(void) {
#if MPI_SINCE(4, 1)
    session = new_session(), other_session = new_session();
    comm = world_of(session), own = world_of(session), other = world_of(other_session);
    without_buffer();
    attached();
    order_of_buffers();
    detached();
    at_the_end();
    MPI_Comm_free(&comm), MPI_Comm_free(&other), MPI_Comm_free(&own);
    MPI_Session_finalize(&session), MPI_Session_finalize(&other_session);
#endif
    return finish("buffers of sessions");
}
