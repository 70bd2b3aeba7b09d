// Threads of a rank probe at once: matched probes share a flow of messages, other probes have a communicator
// to themselves (MPI-5.0 sections 3.8 and 11.6).
// flags: -pthread
#include "../common/threads.h"

#ifdef ORACLE
enum { rounds = 3, each = 4 };
#else
enum { rounds = 8, each = 6 };
#endif
// Threads 0 and 1 share the first flow by matched probes; threads 2 and 3 have one each.
enum { shared, probed, polled, flows, longest = 100000, most_ranks = 64 };

static MPI_Comm comms[flows];
static unsigned char* seen;

static int out_bytes(unsigned choice) {
    unsigned most = choice % 16 == 0 ? longest : 1500;
    return header_bytes + (int)(mixed(choice) % (most - header_bytes));
}

static void count_once(const ThreadMessage* message, int flow) {
    int position = (id_of(message->from, message->thread) * flows + flow) * each + message->number;
    CHECK(message->number >= 0 && message->number < each);
    CHECK(__atomic_fetch_add(&seen[position], 1, __ATOMIC_RELAXED) == 0);
}

// A message of the size that the probe said, in memory of that size.
static char* memory_for(MPI_Status* status, int* bytes) {
    MPI_Get_count(status, MPI_BYTE, bytes);
    CHECK(*bytes >= header_bytes && *bytes <= longest);
    return malloc((size_t)*bytes + 1);
}

static void take(char* data, int bytes, MPI_Status* probe, MPI_Status* status, int flow, int* next) {
    ThreadMessage message = checked_message(data, status);
    CHECK(message.bytes == bytes && status->MPI_SOURCE == probe->MPI_SOURCE &&
          status->MPI_TAG == probe->MPI_TAG);
    CHECK(status->MPI_TAG == message.number % 3);
    CHECK(message.number >= next[id_of(message.from, message.thread)]);
    next[id_of(message.from, message.thread)] = message.number + 1;
    count_once(&message, flow);
    free(data);
}

static void receive_matched(int turn, int* next) {
    MPI_Message handle = MPI_MESSAGE_NULL;
    MPI_Status probe, status;
    MPI_Request request;
    int bytes = 0, flag = 0;
    if (turn % 2 == 0) MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comms[shared], &handle, &probe);
    while (turn % 2 != 0 && !flag)
        MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, comms[shared], &flag, &handle, &probe);
    CHECK(handle != MPI_MESSAGE_NULL && handle != MPI_MESSAGE_NO_PROC);
    char* data = memory_for(&probe, &bytes);
    if (turn % 3 == 0) {
        MPI_Imrecv(data, bytes, MPI_BYTE, &handle, &request);
        MPI_Wait(&request, &status);
    } else {
        MPI_Mrecv(data, bytes, MPI_BYTE, &handle, &status);
    }
    CHECK(handle == MPI_MESSAGE_NULL);
    take(data, bytes, &probe, &status, shared, next);
}

static void receive_probed(int flow, int* next) {
    MPI_Status probe, status;
    int bytes = 0, flag = 0;
    if (flow == probed) MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, comms[flow], &probe);
    while (flow == polled && !flag) MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comms[flow], &flag, &probe);
    char* data = memory_for(&probe, &bytes);
    MPI_Recv(data, bytes, MPI_BYTE, probe.MPI_SOURCE, probe.MPI_TAG, comms[flow], &status);
    take(data, bytes, &probe, &status, flow, next);
}

static void receive_all(int thread) {
    const int all = size * threads * each;
    int* next = calloc((size_t)(size * threads), sizeof *next);
    for (int turn = 0; thread < 2 && turn < all / 2; ++turn) receive_matched(turn + thread, next);
    for (int turn = 0; thread >= 2 && turn < all; ++turn) receive_probed(thread == 2 ? probed : polled, next);
    free(next);
}

// Each thread sends to all ranks in all flows.
static void run_round(int thread, int round) {
    const int total = size * flows * each;
    MPI_Request* requests = malloc((size_t)total * sizeof *requests);
    char** out = malloc((size_t)total * sizeof *out);
    for (int turn = 0; turn < total; ++turn) {
        const int to = (turn + thread) % size, number = turn / size / flows;
        const int bytes = out_bytes((unsigned)(turn + 10000 * round + 700 * thread + 13 * rank));
        out[turn] = malloc((size_t)bytes);
        make_message(out[turn], thread, number, bytes, mixed_long((uint64_t)(turn + 5000 * rank)));
        MPI_Isend(out[turn], bytes, MPI_BYTE, to, number % 3, comms[turn / size % flows], &requests[turn]);
    }
    receive_all(thread);
    MPI_Waitall(total, requests, MPI_STATUSES_IGNORE);
    for (int turn = 0; turn < total; ++turn) free(out[turn]);
    free(out), free(requests);
}

static int current_round;

static void send_and_probe(int thread) {
    run_round(thread, current_round);
}

int main(int argc, char** argv) {
    begin_threads(&argc, &argv);
    const size_t messages = (size_t)size * threads * flows * each;
    int flag = 1;
    seen = malloc(messages);
    for (int flow = 0; flow < flows; ++flow) MPI_Comm_dup(MPI_COMM_WORLD, &comms[flow]);
    for (current_round = 0; current_round < rounds; ++current_round) {
        int all_once = 1;
        memset(seen, 0, messages);
        run_threads(send_and_probe);
        for (size_t position = 0; position < messages; ++position) all_once &= seen[position] == 1;
        CHECK(all_once);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    for (int flow = 0; flow < flows; ++flow) {
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comms[flow], &flag, MPI_STATUS_IGNORE);
        CHECK(!flag);
        MPI_Comm_free(&comms[flow]);
    }
    free(seen);
    return end_of_threads("probes of threads");
}
