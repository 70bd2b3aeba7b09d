// Requests that one thread starts and another one completes, cancels, frees or looks at; generalized
// requests; waiting in one thread while others start (MPI-5.0 sections 3.7, 3.8.4, 3.9, 11.6 and 13.2).
// flags: -pthread
#include "../common/threads.h"

#include "../../programs/common/generalized.h"

#include <unistd.h>

// MPICH's MPI_Waitall ends the program where a generalized request is in its array (differences.md).
#ifdef MPICH_VERSION
#define WAITS_FOR_ALL 0
#else
#define WAITS_FOR_ALL 1
#endif

#ifdef ORACLE
enum { rounds = 20 };
#else
enum { rounds = 60 };
#endif
enum { most = 5000, burst = 6 };

static pthread_barrier_t meeting; // of the threads of a rank
static MPI_Comm comm;
static MPI_Request requests[threads][burst];
static int out[threads][burst][most], in[threads][burst][most];

static void meet(void) {
    pthread_barrier_wait(&meeting);
}

static int count_of(int round, int number) {
    return mixed((unsigned)(round * 10 + number)) % 4 == 0 ? most : 1 + number;
}

static int value_of(int from, int thread, int round, int number) {
    return (int)mixed((unsigned)(((from * threads + thread) * 1000 + round) * burst + number));
}

static void set(int thread, int round, int number) {
    out[thread][number][0] = value_of(rank, thread, round, number);
    out[thread][number][count_of(round, number) - 1] = value_of(rank, thread, round, number);
}

static void check_got(int thread, int round, int number, MPI_Status* status) {
    int count = -1, expected = value_of(left_of(rank), thread, round, number);
    MPI_Get_count(status, MPI_INT, &count);
    CHECK(count == count_of(round, number) && status->MPI_TAG == thread * burst + number);
    CHECK(in[thread][number][0] == expected && in[thread][number][count - 1] == expected);
}

static void start_receive(int thread, int number) {
    MPI_Irecv(in[thread][number], most, MPI_INT, left_of(rank), thread * burst + number, comm,
              &requests[thread][number]);
}

static void start_send(int thread, int round, int number, MPI_Request* request) {
    set(thread, round, number);
    MPI_Isend(out[thread][number], count_of(round, number), MPI_INT, right_of(rank), thread * burst + number,
              comm, request);
}

// Each thread starts receives and sends, and completes those of its neighbour.
static void complete_for_neighbour(int thread) {
    static MPI_Request sends[threads][burst];
    for (int round = 0; round < rounds; ++round) {
        MPI_Status statuses[burst];
        const int other = (thread + 1 + round % (threads - 1)) % threads;
        for (int number = 0; number < burst; ++number) start_receive(thread, number);
        for (int number = 0; number < burst; ++number)
            start_send(thread, round, number, &sends[thread][number]);
        meet();
        for (int number = 0; round % 2 == 0 && number < burst; ++number)
            MPI_Wait(&requests[other][number], &statuses[number]);
        if (round % 2 != 0) MPI_Waitall(burst, requests[other], statuses);
        for (int number = 0; number < burst; ++number) check_got(other, round, number, &statuses[number]);
        MPI_Waitall(burst, sends[other], MPI_STATUSES_IGNORE);
        meet();
    }
}

// Thread 0 waits for a message that is sent last, while the others exchange messages.
static void wait_while_others_start(int thread) {
    for (int round = 0; round < rounds; ++round) {
        MPI_Request send;
        MPI_Status status;
        if (thread == 0) {
            start_receive(0, 0);
            MPI_Wait(&requests[0][0], &status);
            check_got(0, round, 0, &status);
        } else {
            for (int number = 0; number < burst; ++number) {
                start_receive(thread, number);
                start_send(thread, round, number, &send);
                MPI_Wait(&requests[thread][number], &status);
                check_got(thread, round, number, &status);
                MPI_Wait(&send, MPI_STATUS_IGNORE);
            }
        }
        if (thread == 1) {
            start_send(0, round, 0, &send);
            MPI_Wait(&send, MPI_STATUS_IGNORE);
        }
        meet();
    }
}

static void wait_in_form(int form, MPI_Request* request, MPI_Status* status) {
    MPI_Request both[2] = {MPI_REQUEST_NULL, *request};
    MPI_Status statuses[2];
    int index = -1, flag = 0, done = -1;
    statuses[1] = *status;
    switch (form) {
    case 0:
        MPI_Wait(&both[1], &statuses[1]);
        break;
    case 1:
        MPI_Waitany(2, both, &index, &statuses[1]);
        CHECK(index == 1);
        break;
    case 2:
        MPI_Waitall(2, both, statuses);
        break;
    case 3:
        MPI_Waitsome(2, both, &done, &index, &statuses[1]);
        CHECK(done == 1 && index == 1);
        break;
    default:
        while (!flag) MPI_Test(&both[1], &flag, &statuses[1]);
    }
    CHECK(both[1] == MPI_REQUEST_NULL);
    *request = both[1];
    *status = statuses[1];
}

// Threads 1 and 3 complete what threads 0 and 2 wait for: at once, or when all have waited for a while.
static void complete_generalized(int thread) {
    for (int round = 0; round < rounds; ++round) {
        static MPI_Request handles[threads];
        MPI_Request request;
        MPI_Status status;
        int count = -1;
        if (thread % 2 == 0) {
            MPI_Grequest_start(query_three_ints, free_nothing, cancel_nothing, NULL, &request);
            handles[thread] = request;
        }
        meet();
        if (thread % 2 == 0) {
            spoil(&status);
            wait_in_form(WAITS_FOR_ALL ? (round + thread) % 5 : 0, &request, &status);
            MPI_Get_count(&status, MPI_INT, &count);
            CHECK(count == 3);
        } else {
            if (round % 8 == 0) usleep(5000);
            MPI_Grequest_complete(handles[thread - 1]);
        }
        meet();
    }
}

// One waits for any or all of a generalized request and receives, which others provide.
static void wait_for_mixed(int thread) {
    static MPI_Request mixture[3];
    for (int round = 0; round < rounds; ++round) {
        static MPI_Request handle;
        MPI_Request send;
        MPI_Status statuses[3];
        if (thread == 0) {
            start_receive(0, 1), start_receive(0, 2);
            MPI_Grequest_start(query_three_ints, free_nothing, cancel_nothing, NULL, &handle);
            mixture[0] = requests[0][1], mixture[1] = handle, mixture[2] = requests[0][2];
        }
        meet();
        const int any = round % 2 != 0 || !WAITS_FOR_ALL;
        if (thread == 0 && !any) MPI_Waitall(3, mixture, statuses);
        for (int left = 3; thread == 0 && any && left > 0; --left) {
            MPI_Status status;
            int index = -1;
            MPI_Waitany(3, mixture, &index, &status);
            CHECK(index >= 0 && index < 3);
            if (index >= 0 && index < 3) statuses[index] = status;
        }
        if (thread == 1) MPI_Grequest_complete(handle);
        if (thread > 1) {
            start_send(0, round, thread - 1, &send);
            MPI_Wait(&send, MPI_STATUS_IGNORE);
        }
        if (thread == 0) check_got(0, round, 1, &statuses[0]), check_got(0, round, 2, &statuses[2]);
        meet();
    }
}

// Started by one thread, waited for by another one, again and again.
static void start_persistent(int thread) {
    static MPI_Request persistent[threads][2];
    MPI_Recv_init(in[thread][0], most, MPI_INT, left_of(rank), thread * burst, comm, &persistent[thread][0]);
    MPI_Send_init(out[thread][0], most, MPI_INT, right_of(rank), thread * burst, comm,
                  &persistent[thread][1]);
    for (int round = 0; round < rounds; ++round) {
        const int other = (thread + round) % threads, last = (thread + 2 * round + 1) % threads;
        MPI_Status statuses[2];
        int count = -1, expected = value_of(left_of(rank), last, round, 0);
        set(thread, round, 0);
        out[thread][0][most - 1] = out[thread][0][0];
        meet();
        MPI_Startall(2, persistent[other]);
        meet();
        MPI_Waitall(2, persistent[last], statuses);
        MPI_Get_count(&statuses[0], MPI_INT, &count);
        CHECK(count == most && in[last][0][0] == expected && in[last][0][most - 1] == expected);
        CHECK(persistent[last][0] != MPI_REQUEST_NULL);
        meet();
    }
    MPI_Request_free(&persistent[thread][0]), MPI_Request_free(&persistent[thread][1]);
}

// Receives that nothing comes for: cancelled by a thread while another one waits for them, or before.
static void cancel_receives(int thread) {
    for (int round = 0; round < rounds; ++round) {
        MPI_Request copy;
        MPI_Status status;
        int cancelled = 0, nothing;
        if (thread % 2 == 0)
            MPI_Irecv(&nothing, 1, MPI_INT, MPI_ANY_SOURCE, 900 + thread, comm, &requests[thread][0]);
        meet();
        copy = requests[thread / 2 * 2][0];
        if (thread % 2 != 0) {
            if (round % 8 == 0) usleep(2000);
            MPI_Cancel(&copy);
        }
        if (round % 2 == 0) meet();
        if (thread % 2 == 0) {
            MPI_Wait(&copy, &status);
            MPI_Test_cancelled(&status, &cancelled);
            CHECK(cancelled);
        }
        if (round % 2 != 0) meet();
    }
}

// A send is freed by another thread while it is under way.
static void free_active(int thread) {
    for (int round = 0; round < rounds; ++round) {
        static MPI_Request sends[threads];
        MPI_Status status;
        const int other = (thread + 1) % threads;
        start_send(thread, round, 3, &sends[thread]);
        meet();
        MPI_Request_free(&sends[other]);
        CHECK(sends[other] == MPI_REQUEST_NULL);
        MPI_Recv(in[thread][3], most, MPI_INT, left_of(rank), thread * burst + 3, comm, &status);
        check_got(thread, round, 3, &status);
        // What was sent may be changed when the receiver says so.
        MPI_Sendrecv(NULL, 0, MPI_INT, left_of(rank), 800 + thread, NULL, 0, MPI_INT, right_of(rank),
                     800 + thread, comm, MPI_STATUS_IGNORE);
        meet();
    }
}

// Several threads look at a request until it is complete; the one that started it completes it.
static void look_at_status(int thread) {
    for (int round = 0; round < rounds; ++round) {
        MPI_Request send;
        MPI_Status status;
        int flag = 0;
        if (thread == 0) start_receive(0, 4);
        meet();
        if (thread == 0) start_send(0, round, 4, &send);
        while (thread > 0 && !flag) MPI_Request_get_status(requests[0][4], &flag, &status);
        if (thread > 0) check_got(0, round, 4, &status);
        meet();
        if (thread != 0) continue;
        MPI_Wait(&requests[0][4], &status);
        check_got(0, round, 4, &status);
        MPI_Wait(&send, MPI_STATUS_IGNORE);
    }
    meet();
}

static void run_all(int thread) {
    complete_for_neighbour(thread);
    wait_while_others_start(thread);
    complete_generalized(thread);
    wait_for_mixed(thread);
    start_persistent(thread);
    cancel_receives(thread);
    free_active(thread);
    look_at_status(thread);
}

int main(int argc, char** argv) {
    begin_threads(&argc, &argv);
    pthread_barrier_init(&meeting, NULL, threads);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    run_threads(run_all);
    MPI_Comm_free(&comm);
    pthread_barrier_destroy(&meeting);
    return end_of_threads("requests of threads");
}
