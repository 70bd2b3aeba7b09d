// The frame of programs whose threads call MPI at once (MPI-5.0 section 11.6): they name the same functions
// and share one cut.
#pragma once

#include "windows.h"

#include <pthread.h>
#include <sched.h>
#include <stdint.h>

// Of each rank; thread 0 is the one that called MPI_Init_thread where a program says so.
enum { threads = 4 };

static volatile AnyFunction const thread_functions[] = {
    (AnyFunction)MPI_Init_thread,
    (AnyFunction)MPI_Query_thread,
    (AnyFunction)MPI_Is_thread_main,
    (AnyFunction)pthread_create,
};

static inline void begin_threads(int* argc, char*** argv) {
    int provided = -1;
    MPI_Init_thread(argc, argv, MPI_THREAD_MULTIPLE, &provided);
    find_rank();
    CHECK(provided == MPI_THREAD_MULTIPLE && thread_functions[0] != 0);
    if (provided != MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
}

typedef void ThreadBody(int thread);

typedef struct {
    ThreadBody* body;
    int thread;
} ThreadStart;

static inline void* run_body(void* argument) {
    ThreadStart* start = argument;
    start->body(start->thread);
    return NULL;
}

static inline void run_bodies(ThreadBody* body, int first) {
    pthread_t started[threads];
    ThreadStart starts[threads];
    for (int thread = first; thread < threads; ++thread) {
        starts[thread] = (ThreadStart){body, thread};
        CHECK(pthread_create(&started[thread], NULL, run_body, &starts[thread]) == 0);
    }
    if (first > 0) body(0);
    for (int thread = first; thread < threads; ++thread) CHECK(pthread_join(started[thread], NULL) == 0);
}

// Thread 0 is the calling one.
static inline void run_threads(ThreadBody* body) {
    run_bodies(body, 1);
}

// The calling thread only waits for them.
static inline void run_other_threads(ThreadBody* body) {
    run_bodies(body, 0);
}

// Each thread of each rank has a number among all.
static inline int id_of(int of_rank, int thread) {
    return of_rank * threads + thread;
}

static inline uint64_t mixed_long(uint64_t value) {
    value = (value ^ (value >> 31)) * 0x9e3779b97f4a7c15u;
    value = (value ^ (value >> 29)) * 0xbf58476d1ce4e5b9u;
    return value ^ (value >> 32);
}

// Choices of a thread.
static inline unsigned pick_from(uint64_t* state, unsigned below) {
    *state = mixed_long(*state + 0x632be59bd9b4e019u);
    return (unsigned)(*state >> 33) % below;
}

// Bytes that tell from which message they are, at each position.
static inline void fill(void* data, int bytes, uint64_t content) {
    char* to = data;
    for (; bytes >= 8; bytes -= 8, to += 8, content = content * 5 + 1) memcpy(to, &content, 8);
    memcpy(to, &content, (size_t)bytes);
}

static inline int is_filled(const void* data, int bytes, uint64_t content) {
    const char* from = data;
    uint64_t wrong = 0, word;
    for (; bytes >= 8; bytes -= 8, from += 8, content = content * 5 + 1) {
        memcpy(&word, from, 8);
        wrong |= word ^ content;
    }
    return wrong == 0 && memcmp(from, &content, (size_t)bytes) == 0;
}

// A message that says what it is: this header, then bytes of its content.
typedef struct {
    int32_t from, thread, number, bytes; // the rank and thread that sent it; with this header
    uint64_t content;
} ThreadMessage;

enum { header_bytes = sizeof(ThreadMessage) };

static inline void make_message(void* data, int thread, int number, int bytes, uint64_t content) {
    ThreadMessage header = {rank, thread, number, bytes, content};
    memcpy(data, &header, sizeof header);
    fill((char*)data + header_bytes, bytes - header_bytes, content);
}

// The message whole, and from where the status says.
static inline ThreadMessage checked_message(const void* data, MPI_Status* status) {
    ThreadMessage header;
    int bytes = -1;
    MPI_Get_count(status, MPI_BYTE, &bytes);
    memcpy(&header, data, sizeof header);
    CHECK(bytes == header.bytes && status->MPI_SOURCE == header.from);
    CHECK(header.thread >= 0 && header.thread < threads);
    if (bytes == header.bytes && bytes >= header_bytes)
        CHECK(is_filled((const char*)data + header_bytes, bytes - header_bytes, header.content));
    return header;
}

// Ways to complete requests: four by their number, four in the order in which they complete.
enum { completions = 8 };

static inline void complete_by_count(int how, int count, MPI_Request* requests, MPI_Status* statuses) {
    int flag = 0;
    if (how == 0)
        for (int number = count - 1; number >= 0; --number) MPI_Wait(&requests[number], &statuses[number]);
    if (how == 1) MPI_Waitall(count, requests, statuses);
    while (how == 2 && !flag) MPI_Testall(count, requests, &flag, statuses);
    for (int number = 0; how == 3 && number < count; ++number)
        for (flag = 0; !flag;) MPI_Test(&requests[number], &flag, &statuses[number]);
}

static inline void complete_as_they_come(int how, int count, MPI_Request* requests, MPI_Status* statuses) {
    MPI_Status* some = malloc(((size_t)count + 1) * sizeof *some);
    int *indices = malloc(((size_t)count + 1) * sizeof *indices), done = 0, flag = 1;
    for (int left = count; left > 0; left -= done) {
        done = 1;
        if (how == 4) MPI_Waitany(count, requests, &indices[0], &some[0]);
        if (how == 5) MPI_Testany(count, requests, &indices[0], &flag, &some[0]);
        if (how == 6) MPI_Waitsome(count, requests, &done, indices, some);
        if (how == 7) MPI_Testsome(count, requests, &done, indices, some);
        if (how == 5 && !flag) done = 0;
        CHECK(done >= 0 && done <= left);
        if (done < 0 || done > left) break;
        for (int position = 0; position < done; ++position) statuses[indices[position]] = some[position];
    }
    free(some), free(indices);
}

static inline void complete(int how, int count, MPI_Request* requests, MPI_Status* statuses) {
    if (how < 4)
        complete_by_count(how, count, requests, statuses);
    else
        complete_as_they_come(how, count, requests, statuses);
    for (int number = 0; number < count; ++number) CHECK(requests[number] == MPI_REQUEST_NULL);
}

static inline int end_of_threads(const char* name) {
    MPI_Barrier(MPI_COMM_WORLD);
    return end_of_windows(name);
}
