// Threads of a rank receive with wildcards at once: each message once, in the order of its sending thread as
// far as one thread receives them (MPI-5.0 sections 3.5 and 11.6).
// flags: -pthread
#include "../common/threads.h"

#ifdef ORACLE
enum { each = 8 };
#else
enum { each = 24 };
#endif
// Of each round, to each rank, `each * threads` messages of each thread: for each tag `each`.
enum { per_rank = each * threads, most_ranks = 64, longest = 512, posted = 5 };
enum { any_any, own_tag, from_each, posted_any, rounds };

static MPI_Comm comm;
static unsigned char* seen; // how often each message has come
static int round_number;

static int out_bytes(int number) {
    return header_bytes + (int)(mixed((unsigned)number * 7u + 3u) % (longest - header_bytes));
}

// The messages of thread `sender` of rank `from`, each once.
static void count_once(const ThreadMessage* message) {
    int position = id_of(message->from, message->thread) * per_rank + message->number;
    CHECK(message->number >= 0 && message->number < per_rank);
    CHECK(__atomic_fetch_add(&seen[position], 1, __ATOMIC_RELAXED) == 0);
}

// What a thread has received so far: the next number of each sending thread, for each tag.
typedef struct {
    int next[most_ranks * threads][threads];
} Order;

static void take(Order* order, const void* data, MPI_Status* status, int across_tags) {
    ThreadMessage message = checked_message(data, status);
    int* next = order->next[id_of(message.from, message.thread)];
    CHECK(status->MPI_TAG == message.number % threads);
    CHECK(message.number >= next[across_tags ? 0 : status->MPI_TAG]);
    next[across_tags ? 0 : status->MPI_TAG] = message.number + 1;
    count_once(&message);
}

static void receive_one(Order* order, int source, int tag) {
    char data[longest];
    MPI_Status status;
    MPI_Recv(data, longest, MPI_BYTE, source, tag, comm, &status);
    take(order, data, &status, tag == MPI_ANY_TAG);
}

// Receives that are posted together match in their order, whichever completes first.
static void receive_posted(Order* order, int count) {
    char data[posted][longest];
    MPI_Status statuses[posted];
    MPI_Request requests[posted];
    int index;
    for (int turn = 0; turn < count; ++turn)
        MPI_Irecv(data[turn], longest, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &requests[turn]);
    for (int turn = 0; turn < count; ++turn) {
        MPI_Status status;
        MPI_Waitany(count, requests, &index, &status);
        CHECK(index >= 0 && index < count);
        if (index >= 0 && index < count) statuses[index] = status;
    }
    for (int turn = 0; turn < count; ++turn) take(order, data[turn], &statuses[turn], 1);
}

// Every thread receives as much as every other one: a quarter of what comes.
static void receive_some(Order* order, int thread, int turn) {
    switch (round_number) {
    case any_any:
        receive_one(order, MPI_ANY_SOURCE, MPI_ANY_TAG);
        break;
    case own_tag:
        receive_one(order, MPI_ANY_SOURCE, thread);
        break;
    case from_each:
        receive_one(order, turn % size, MPI_ANY_TAG);
        break;
    case posted_any:
        if (turn % posted == 0)
            receive_posted(order, size * per_rank - turn < posted ? size * per_rank - turn : posted);
    }
}

// Each thread sends to all ranks, and receives in between where any message will do.
static void send_and_receive(int thread) {
    const int total = size * per_rank;
    char* out = malloc((size_t)total * longest);
    MPI_Request* requests = malloc((size_t)total * sizeof *requests);
    Order* order = calloc(1, sizeof *order);
    int sent[most_ranks] = {0};
    for (int turn = 0; turn < total; ++turn) {
        const int to = (turn + thread) % size, number = sent[to]++;
        char* data = out + (size_t)turn * longest;
        make_message(data, thread, number, out_bytes(turn), mixed_long((uint64_t)(turn + thread * 1000)));
        MPI_Isend(data, out_bytes(turn), MPI_BYTE, to, number % threads, comm, &requests[turn]);
        if (round_number == any_any) receive_some(order, thread, turn);
    }
    for (int turn = 0; round_number != any_any && turn < total; ++turn) receive_some(order, thread, turn);
    MPI_Waitall(total, requests, MPI_STATUSES_IGNORE);
    free(order), free(requests), free(out);
}

int main(int argc, char** argv) {
    begin_threads(&argc, &argv);
    CHECK(size <= most_ranks);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    seen = malloc((size_t)size * threads * per_rank);
    for (round_number = 0; round_number < rounds; ++round_number) {
        int all_once = 1;
        memset(seen, 0, (size_t)size * threads * per_rank);
        if (round_number % 2 == 0)
            run_threads(send_and_receive);
        else
            run_other_threads(send_and_receive);
        for (int position = 0; position < size * threads * per_rank; ++position)
            all_once &= seen[position] == 1;
        CHECK(all_once);
        MPI_Barrier(comm);
    }
    free(seen);
    MPI_Comm_free(&comm);
    return end_of_threads("wildcards of threads");
}
