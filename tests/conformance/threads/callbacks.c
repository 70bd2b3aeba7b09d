// Functions of the program that MPI calls use MPI themselves, and locks that other threads hold while they
// call MPI: error handlers, attribute callbacks, operations, generalized requests (MPI-5.0
// sections 6.9.5, 7.7, 9.3, 11.6, 13.2).
// flags: -pthread
#include "../common/threads.h"

#include <unistd.h>

#ifdef ORACLE
enum { rounds = 20 };
#else
enum { rounds = 100 };
#endif
enum { error_handler, copy_function, operation, query_function, kinds };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static MPI_Comm comms[threads];
static int counted; // by threads that have the mutex
static int kind;

static void count_locked(void) {
    sched_yield(); // another thread takes the mutex, and calls MPI
    pthread_mutex_lock(&mutex);
    ++counted;
    pthread_mutex_unlock(&mutex);
}

static void exchange_with_self(MPI_Comm comm) {
    int out = rank, in = -1;
    MPI_Sendrecv(&out, 1, MPI_INT, 0, 1, &in, 1, MPI_INT, 0, 1, comm, MPI_STATUS_IGNORE);
    CHECK(in == rank);
}

static void handle(MPI_Comm* comm, int* code, ...) {
    (void)code;
    count_locked();
    exchange_with_self(*comm);
}

static int copy(MPI_Comm comm, int keyval, void* extra, void* value, void* copied, int* flag) {
    (void)keyval, (void)extra;
    *(void**)copied = value;
    *flag = 1;
    count_locked();
    exchange_with_self(comm);
    return MPI_SUCCESS;
}

// Operations don't communicate (6.9.5).
static void add(void* in, void* inout, int* count, MPI_Datatype* type) {
    int bytes = -1;
    MPI_Type_size(*type, &bytes);
    CHECK(bytes == (int)sizeof(int));
    for (int index = 0; index < *count; ++index) ((int*)inout)[index] += ((int*)in)[index];
    count_locked();
}

static int query(void* extra, MPI_Status* status) {
    (void)extra;
    count_locked();
    MPI_Status_set_cancelled(status, 0);
    return MPI_Status_set_elements(status, MPI_INT, 1);
}

static int release(void* extra) {
    (void)extra;
    return MPI_SUCCESS;
}

static int cancel(void* extra, int complete) {
    (void)extra, (void)complete;
    return MPI_SUCCESS;
}

static void call_error_handler(MPI_Comm comm) {
    MPI_Errhandler handler;
    MPI_Comm_create_errhandler(handle, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    MPI_Errhandler_free(&handler);
    for (int round = 0; round < rounds; ++round) MPI_Comm_call_errhandler(comm, MPI_ERR_OTHER);
}

static void call_copy_function(MPI_Comm comm) {
    int keyval, value = 0;
    MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
    MPI_Comm_set_attr(comm, keyval, &value);
    for (int round = 0; round < rounds; ++round) {
        MPI_Comm next;
        MPI_Comm_dup(comm, &next);
        MPI_Comm_free(&next);
    }
    MPI_Comm_delete_attr(comm, keyval);
    MPI_Comm_free_keyval(&keyval);
}

static void call_operation(MPI_Comm comm) {
    MPI_Op op;
    MPI_Op_create(add, 1, &op);
    for (int round = 0; round < rounds; ++round) {
        int in = 1, inout = 2, sum = -1;
        MPI_Reduce_local(&in, &inout, 1, MPI_INT, op);
        MPI_Allreduce(&in, &sum, 1, MPI_INT, op, comm);
        CHECK(inout == 3 && sum == 1);
    }
    MPI_Op_free(&op);
}

static void call_query_function(void) {
    for (int round = 0; round < rounds; ++round) {
        MPI_Request request, handle_of_request;
        MPI_Grequest_start(query, release, cancel, NULL, &request);
        handle_of_request = request;
        MPI_Grequest_complete(handle_of_request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

// Calls MPI with the mutex that the functions need.
static void call_locked(MPI_Comm comm) {
    for (int round = 0; round < rounds; ++round) {
        int flag = -1;
        pthread_mutex_lock(&mutex);
        if (round % 4 == 0) usleep(100); // another thread is within MPI
        MPI_Iprobe(0, 7, comm, &flag, MPI_STATUS_IGNORE);
        exchange_with_self(comm);
        ++counted;
        pthread_mutex_unlock(&mutex);
        CHECK(!flag);
    }
}

static void call(int thread) {
    if (thread % 2 == 0) return call_locked(comms[thread]);
    switch (kind) {
    case error_handler:
        call_error_handler(comms[thread]);
        break;
    case copy_function:
        call_copy_function(comms[thread]);
        break;
    case operation:
        call_operation(comms[thread]);
        break;
    case query_function:
        call_query_function();
        break;
    }
}

int main(int argc, char** argv) {
    begin_threads(&argc, &argv);
    for (int thread = 0; thread < threads; ++thread) MPI_Comm_dup(MPI_COMM_SELF, &comms[thread]);
    for (kind = 0; kind < kinds; ++kind) {
        counted = 0;
        run_threads(call);
        CHECK(counted >= threads * rounds);
    }
    for (int thread = 0; thread < threads; ++thread) MPI_Comm_free(&comms[thread]);
    return end_of_threads("functions that MPI calls in threads");
}
