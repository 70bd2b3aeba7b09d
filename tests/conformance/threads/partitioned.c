// Threads of a rank make the parts of a message ready and look for those that have arrived (MPI-5.0 chapter
// 4, section 11.6).
// flags: -pthread
#include "../common/threads.h"

#if MPI_SINCE(4, 0)

// Where many threads look for parts at once, they keep each other from the processors.
static int rounds;
// Each thread has `own` of the parts; the receiver has as many parts, or half of them.
enum { own = 6, parts = own * threads, most_elements = 2000 };

static pthread_barrier_t meeting; // of the threads of a rank
static MPI_Request sending, receiving;
static int out[parts * most_elements], in[parts * most_elements];
static int elements, into; // of a part; parts at the receiver

static int value_of(int from, int round, int index) {
    return (int)mixed((unsigned)(from * 100000 + round * 5003 + index));
}

static void set_part(int part, int round) {
    for (int index = part * elements; index < (part + 1) * elements; ++index)
        out[index] = value_of(rank, round, index);
}

// Parts of the thread: one by one from the last, in a range, or by a list.
static void make_ready(int thread, int round) {
    const int first = thread * own;
    int list[own];
    for (int index = 0; index < own; ++index) list[index] = first + (index * 5 + round) % own;
    if ((thread + round) % 3 == 0) {
        for (int index = own - 1; index >= 0; --index) {
            set_part(first + index, round);
            CHECK(MPI_Pready(first + index, sending) == MPI_SUCCESS);
        }
        return;
    }
    for (int index = 0; index < own; ++index) set_part(first + index, round);
    if ((thread + round) % 3 == 1)
        CHECK(MPI_Pready_range(first, first + own - 1, sending) == MPI_SUCCESS);
    else
        CHECK(MPI_Pready_list(own, list, sending) == MPI_SUCCESS);
}

static int has_arrived(int part, int round) {
    const int count = parts * elements / into;
    int wrong = 0;
    for (int index = part * count; index < (part + 1) * count; ++index)
        wrong += in[index] != value_of(left_of(rank), round, index);
    return wrong == 0;
}

// All threads look for all parts, each in another order.
static void look_for_parts(int thread, int round) {
    for (int turn = 0; turn < into; ++turn) {
        const int part = (turn + thread * into / threads) % into;
        int flag = 0;
        while (!flag) CHECK(MPI_Parrived(receiving, part, &flag) == MPI_SUCCESS);
        CHECK(has_arrived(part, round));
    }
}

// Another thread starts, and another one completes, in each round.
static void run_rounds(int thread) {
    for (int round = 0; round < rounds; ++round) {
        int flag = 0;
        if (thread == round % threads) {
            memset(in, 0xff, sizeof in);
            MPI_Start(&receiving);
        }
        if (thread == (round + 1) % threads) MPI_Start(&sending);
        pthread_barrier_wait(&meeting);
        make_ready(thread, round);
        if (round % 3 != 0) look_for_parts(thread, round);
        pthread_barrier_wait(&meeting);
        if (thread == (round + 2) % threads) MPI_Wait(&sending, MPI_STATUS_IGNORE);
        while (thread == (round + 3) % threads && !flag) MPI_Test(&receiving, &flag, MPI_STATUS_IGNORE);
        pthread_barrier_wait(&meeting);
        for (int part = thread; part < into; part += threads) CHECK(has_arrived(part, round));
        pthread_barrier_wait(&meeting);
    }
}

static void run_with(int of_part, int receiver_parts) {
    elements = of_part, into = receiver_parts;
    MPI_Psend_init(out, parts, elements, MPI_INT, right_of(rank), 3, MPI_COMM_WORLD, MPI_INFO_NULL, &sending);
    MPI_Precv_init(in, into, parts * elements / into, MPI_INT, left_of(rank), 3, MPI_COMM_WORLD,
                   MPI_INFO_NULL, &receiving);
    run_threads(run_rounds);
    MPI_Request_free(&sending), MPI_Request_free(&receiving);
}

// Each thread has a message of its own in parts, while the others have theirs.
static void run_alone(int thread) {
    int values[8] = {0}, got[8];
    MPI_Request requests[2];
    MPI_Psend_init(values, 4, 2, MPI_INT, right_of(rank), 10 + thread, MPI_COMM_WORLD, MPI_INFO_NULL,
                   &requests[0]);
    MPI_Precv_init(got, 4, 2, MPI_INT, left_of(rank), 10 + thread, MPI_COMM_WORLD, MPI_INFO_NULL,
                   &requests[1]);
    for (int round = 0; round < rounds; ++round) {
        int wrong = 0;
        MPI_Startall(2, requests);
        for (int part = 0; part < 4; ++part) {
            values[2 * part] = value_of(rank, round, thread), values[2 * part + 1] = part;
            MPI_Pready(part, requests[0]);
        }
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        for (int part = 0; part < 4; ++part)
            wrong += got[2 * part] != value_of(left_of(rank), round, thread) || got[2 * part + 1] != part;
        CHECK(wrong == 0);
    }
    MPI_Request_free(&requests[0]), MPI_Request_free(&requests[1]);
}

int main(int argc, char** argv) {
    begin_threads(&argc, &argv);
    rounds = size < 4 ? 12 : size < 8 ? 6 : 3;
    pthread_barrier_init(&meeting, NULL, threads);
    run_with(1, parts);
    run_with(most_elements, parts);
    run_with(100, parts / 2);
    run_other_threads(run_alone);
    pthread_barrier_destroy(&meeting);
    return end_of_threads("parts of messages by threads");
}

#else

int main(int argc, char** argv) {
    begin_threads(&argc, &argv);
    return end_of_threads("parts of messages by threads");
}

#endif
