// What the performance variables count, the limit that can be set, and events (MPI-5.0 sections 15.3.6 to 15.3.8): the
// variables are Sartor's.
// ranks: 2 3
// oracle: no
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures, rank, size;

#define CHECK(condition) \
    ((condition) ? (void)0 : (void)(++failures, printf("rank %d, line %d does not hold: %s\n", rank, __LINE__, #condition)))

static MPI_T_pvar_session session;

static MPI_T_pvar_handle handle_of(const char* name, int kind, MPI_Comm* comm) {
    MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
    int index = -1, count = 0;
    CHECK(MPI_T_pvar_get_index(name, kind, &index) == MPI_SUCCESS);
    CHECK(MPI_T_pvar_handle_alloc(session, index, comm, &handle, &count) == MPI_SUCCESS && count == 1);
    return handle;
}
static unsigned long long read_number(MPI_T_pvar_handle handle) {
    unsigned long long value = 12345;
    CHECK(MPI_T_pvar_read(session, handle, &value) == MPI_SUCCESS);
    return value;
}

static void counters(void) {
    MPI_T_pvar_handle sent = handle_of("messages_sent", MPI_T_PVAR_CLASS_COUNTER, NULL);
    MPI_T_pvar_handle bytes = handle_of("bytes_sent", MPI_T_PVAR_CLASS_AGGREGATE, NULL);
    MPI_T_pvar_handle received = handle_of("messages_received", MPI_T_PVAR_CLASS_COUNTER, NULL);
    MPI_T_pvar_handle received_bytes = handle_of("bytes_received", MPI_T_PVAR_CLASS_AGGREGATE, NULL);
    char data[100] = "";
    unsigned long long value = 0;
    for (int turn = 0; turn < 3; ++turn) {
        // Those of the second turn are not counted: the variables are stopped.
        if (turn != 1) CHECK(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES) == MPI_SUCCESS);
        if (rank == 0) MPI_Send(data, 100, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
        if (rank == 1) MPI_Recv(data, 100, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (turn != 1) CHECK(MPI_T_pvar_stop(session, MPI_T_PVAR_ALL_HANDLES) == MPI_SUCCESS);
    }
    CHECK(read_number(sent) == (rank == 0 ? 2 : 0));
    CHECK(read_number(bytes) == (rank == 0 ? 200 : 0));
    CHECK(read_number(received) == (rank == 1 ? 2 : 0));
    CHECK(read_number(received_bytes) == (rank == 1 ? 200 : 0));
    CHECK(MPI_T_pvar_readreset(session, bytes, &value) == MPI_SUCCESS && value == (rank == 0 ? 200 : 0));
    CHECK(read_number(bytes) == 0);
    value = 7;
    CHECK(MPI_T_pvar_write(session, sent, &value) == MPI_SUCCESS && read_number(sent) == 7);
    CHECK(MPI_T_pvar_handle_free(session, &sent) == MPI_SUCCESS);
    CHECK(MPI_T_pvar_read(session, sent, &value) == MPI_T_ERR_INVALID_HANDLE);
    CHECK(MPI_T_pvar_handle_free(session, &bytes) == MPI_SUCCESS);
    CHECK(MPI_T_pvar_handle_free(session, &received) == MPI_SUCCESS);
    CHECK(MPI_T_pvar_handle_free(session, &received_bytes) == MPI_SUCCESS);
}

// Rank 0 sends five messages to rank 1, which looks at its queue before it receives them.
static void queues(void) {
    MPI_Comm other;
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    MPI_T_pvar_handle length = handle_of("unexpected_queue_length", MPI_T_PVAR_CLASS_LEVEL, NULL);
    MPI_T_pvar_handle bytes = handle_of("unexpected_queue_bytes", MPI_T_PVAR_CLASS_LEVEL, NULL);
    MPI_T_pvar_handle longest = handle_of("unexpected_queue_longest", MPI_T_PVAR_CLASS_HIGHWATERMARK, NULL);
    MPI_T_pvar_handle of_other = handle_of("unexpected_queue_length_of_communicator", MPI_T_PVAR_CLASS_LEVEL, &other);
    MPI_T_pvar_handle posted = handle_of("posted_receives", MPI_T_PVAR_CLASS_LEVEL, NULL);
    MPI_Request requests[3];
    int value = rank;
    CHECK(MPI_T_pvar_start(session, longest) == MPI_SUCCESS);
    for (int one = 0; one < 5; ++one)
        if (rank == 0) MPI_Send(&value, 1, MPI_INT, 1, one, one < 2 ? other : MPI_COMM_WORLD);
    if (rank == 0) MPI_Send(&value, 1, MPI_INT, 1, 9, MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Recv(&value, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // the others have arrived
        CHECK(read_number(length) == 5 && read_number(bytes) == 20);
        CHECK(read_number(of_other) == 2);
        for (int one = 0; one < 5; ++one)
            MPI_Recv(&value, 1, MPI_INT, 0, one, one < 2 ? other : MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(read_number(length) == 0 && read_number(of_other) == 0 && read_number(longest) >= 5);
        CHECK(MPI_T_pvar_reset(session, longest) == MPI_SUCCESS && read_number(longest) == 0);
        for (int one = 0; one < 3; ++one) MPI_Irecv(&value, 1, MPI_INT, 0, one, other, &requests[one]);
        CHECK(read_number(posted) == 3);
        for (int one = 0; one < 3; ++one) {
            MPI_Cancel(&requests[one]);
            MPI_Wait(&requests[one], MPI_STATUS_IGNORE);
        }
        CHECK(read_number(posted) == 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_free(&other);
}

// Messages above the limit are not copied.
static void limit(void) {
    MPI_T_pvar_handle copied = handle_of("messages_copied", MPI_T_PVAR_CLASS_COUNTER, NULL);
    MPI_T_pvar_handle others = handle_of("messages_by_rendezvous", MPI_T_PVAR_CLASS_COUNTER, NULL);
    MPI_T_cvar_handle handle;
    unsigned long long bytes = 0, full_limit = 0, short_limit = 64;
    char data[1000] = "";
    int index = -1, count = 0;
    CHECK(MPI_T_cvar_get_index("copy_limit", &index) == MPI_SUCCESS);
    CHECK(MPI_T_cvar_handle_alloc(index, NULL, &handle, &count) == MPI_SUCCESS && count == 1);
    CHECK(MPI_T_cvar_read(handle, &full_limit) == MPI_SUCCESS && full_limit >= 64);
    bytes = full_limit + 1;
    CHECK(MPI_T_cvar_write(handle, &bytes) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_cvar_read(handle, &bytes) == MPI_SUCCESS && bytes == full_limit);
    CHECK(MPI_T_cvar_write(handle, &short_limit) == MPI_SUCCESS);
    CHECK(MPI_T_cvar_read(handle, &bytes) == MPI_SUCCESS && bytes == short_limit);
    CHECK(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES) == MPI_SUCCESS);
    if (rank == 0) {
        MPI_Request request;
        int flag = 0;
        MPI_Isend(data, 1000, MPI_CHAR, 1, 0, MPI_COMM_WORLD, &request);
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
        CHECK(!flag && read_number(others) == 1 && read_number(copied) == 0);
        MPI_Send(data, 0, MPI_CHAR, 1, 1, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK(read_number(others) == 1 && read_number(copied) == 1);
    }
    if (rank == 1) {
        MPI_Recv(data, 0, MPI_CHAR, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(data, 1000, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    CHECK(MPI_T_pvar_stop(session, MPI_T_PVAR_ALL_HANDLES) == MPI_SUCCESS);
    CHECK(MPI_T_cvar_write(handle, &full_limit) == MPI_SUCCESS);
    CHECK(MPI_T_cvar_handle_free(&handle) == MPI_SUCCESS);
}

// Rank 1 waits for a message that rank 0 sends when both clocks have gone on.
static void waiting(void) {
    MPI_T_pvar_handle time = handle_of("time_waiting", MPI_T_PVAR_CLASS_TIMER, NULL);
    MPI_T_pvar_handle waits = handle_of("waits", MPI_T_PVAR_CLASS_COUNTER, NULL);
    double seconds = -1, start;
    int value = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES) == MPI_SUCCESS);
    if (rank == 0) {
        MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (start = MPI_Wtime(); MPI_Wtime() < start + 0.01;) continue;
        MPI_Send(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    }
    if (rank == 1) {
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        start = MPI_Wtime();
        MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(MPI_T_pvar_read(session, time, &seconds) == MPI_SUCCESS);
        CHECK(seconds >= 0.009 && seconds <= MPI_Wtime() - start + 1e-3 && read_number(waits) >= 1);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(MPI_T_pvar_stop(session, MPI_T_PVAR_ALL_HANDLES) == MPI_SUCCESS);
}

static int told, freed, tags;
static void tell(MPI_T_event_instance instance, MPI_T_event_registration registration, MPI_T_cb_safety safety, void* data) {
    int source = -1, tag = -1, from = -1;
    unsigned long long bytes = 0;
    MPI_Count time = 0, now = 0;
    struct {
        int source, tag;
        unsigned long long bytes;
    } all;
    CHECK(safety == MPI_T_CB_REQUIRE_MPI_RESTRICTED && data == &told && registration != NULL);
    CHECK(MPI_T_event_read(instance, 0, &source) == MPI_SUCCESS && MPI_T_event_read(instance, 1, &tag) == MPI_SUCCESS);
    CHECK(MPI_T_event_read(instance, 2, &bytes) == MPI_SUCCESS && MPI_T_event_copy(instance, &all) == MPI_SUCCESS);
    CHECK(MPI_T_event_read(instance, 3, &bytes) == MPI_T_ERR_INVALID_INDEX);
    CHECK(MPI_T_event_get_timestamp(instance, &time) == MPI_SUCCESS && MPI_T_event_get_source(instance, &from) == MPI_SUCCESS);
    CHECK(MPI_T_source_get_timestamp(from, &now) == MPI_SUCCESS && time > 0 && time <= now);
    CHECK(all.source == source && all.tag == tag && all.bytes == bytes);
    if (tag < 100 || tag > 102) return; // of a collective
    CHECK(source == 0 && bytes == sizeof(int));
    ++told;
    tags += tag;
}
static void freeing(MPI_T_event_registration registration, MPI_T_cb_safety safety, void* data) {
    CHECK(registration != NULL && data == &freed && safety == MPI_T_CB_REQUIRE_NONE);
    ++freed;
}

static void events(void) {
    int index = -1, number = -1, elements = 3, value = 0, sources = 0;
    char name[64];
    int length = sizeof name, verbosity, bind;
    MPI_Datatype types[3];
    MPI_Aint displacements[3];
    MPI_T_enum names;
    MPI_Info info;
    MPI_T_event_registration registration;
    CHECK(MPI_T_event_get_num(&number) == MPI_SUCCESS && number == 1);
    CHECK(MPI_T_source_get_num(&sources) == MPI_SUCCESS && sources == 1);
    CHECK(MPI_T_event_get_index("message_unexpected", &index) == MPI_SUCCESS);
    CHECK(MPI_T_event_get_info(index, name, &length, &verbosity, types, displacements, &elements, &names, &info, NULL, NULL,
                               &bind) == MPI_SUCCESS);
    MPI_Info_free(&info);
    CHECK(elements == 3 && types[0] == MPI_INT && types[2] == MPI_UNSIGNED_LONG_LONG && displacements[2] == 8);
    CHECK(MPI_T_event_handle_alloc(index, NULL, MPI_INFO_NULL, &registration) == MPI_SUCCESS);
    CHECK(MPI_T_event_register_callback(registration, MPI_T_CB_REQUIRE_MPI_RESTRICTED, MPI_INFO_NULL, &told, tell) ==
          MPI_SUCCESS);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int one = 0; rank == 0 && one < 3; ++one) MPI_Send(&value, 1, MPI_INT, 1, 100 + one, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int one = 0; rank == 1 && one < 3; ++one)
        MPI_Recv(&value, 1, MPI_INT, 0, 102 - one, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(MPI_T_event_handle_free(registration, &freed, freeing) == MPI_SUCCESS && freed == 1);
    CHECK(told == (rank == 1 ? 3 : 0) && tags == (rank == 1 ? 303 : 0));
    CHECK(MPI_T_event_handle_free(registration, &freed, freeing) == MPI_T_ERR_INVALID_HANDLE);
}

int main(int argc, char** argv) {
    int provided, all = 0;
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    CHECK(MPI_T_pvar_session_create(&session) == MPI_SUCCESS);
    counters();
    queues();
    limit();
    waiting();
    events();
    CHECK(MPI_T_pvar_session_free(&session) == MPI_SUCCESS);
    MPI_Reduce(&failures, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) printf("%s: counters\n", all == 0 ? "ok" : "FAILED");
    MPI_Finalize();
    MPI_T_finalize();
    return all != 0;
}
