// Random traffic planned from a seed, by several threads of each rank at once: messages of all modes,
// wildcards, probes, collectives, messages between threads. `random_threads FIRST_SEED LAST_SEED`.
// flags: -pthread
// arguments: 1 12
#include "../common/threads.h"

// Threads with the same number make the same plan, and have communicators of their own; in a step between
// threads those of all numbers take part, with the same plan, too.
#ifdef ORACLE
enum { steps = 8 };
#else
enum { steps = 24 };
#endif
enum { most_messages = 24, most_ranks = 64, longest_buffered = 4096, long_ones = 300000 };
enum { standard, synchronous, buffered, ready, modes };
enum { posted, posted_any, blocking, blocking_any, probed, polled, matched, matched_polled, ways };

typedef struct {
    int from, to, tag, bytes, mode, way;
    uint64_t content;
    char* data; // of this rank: sent or received
} Planned;

typedef struct {
    int thread, step;
    uint64_t plan, own; // choices: the same on all ranks; of this rank
    MPI_Comm comm, flow;
    Planned messages[most_messages];
    int count;
    MPI_Request receives[most_messages], sends[most_messages];
    int receive_of[most_messages], receive_total, send_total;
} Lane;

static MPI_Comm comms[threads], flows[threads], between;
static int seed;

static int pick(Lane* lane, int below) {
    return (int)pick_from(&lane->plan, (unsigned)below);
}

static int pick_alone(Lane* lane, int below) {
    return (int)pick_from(&lane->own, (unsigned)below);
}

static int pick_bytes(uint64_t* state) {
    const unsigned kind = pick_from(state, 40);
    if (kind == 0) return (int)pick_from(state, long_ones);
    if (kind < 5) return (int)pick_from(state, 20000);
    return (int)pick_from(state, 200);
}

static int is_posted(const Planned* message) {
    return message->way == posted || message->way == posted_any;
}

static void plan_messages(Lane* lane) {
    lane->count = 1 + pick(lane, most_messages);
    for (int index = 0; index < lane->count; ++index) {
        Planned* message = &lane->messages[index];
        message->from = pick(lane, size), message->to = pick(lane, size);
        message->tag = lane->step * most_messages + index; // so that wildcards are determined
        message->bytes = pick_bytes(&lane->plan);
        message->mode = pick(lane, modes);
        message->way = message->mode == ready ? pick(lane, blocking) : pick(lane, ways);
        message->content = mixed_long(lane->plan);
        if (message->mode == buffered) message->bytes %= longest_buffered;
        message->data =
            message->from == rank || message->to == rank ? malloc((size_t)message->bytes * 2 + 1) : NULL;
    }
}

static char* received_data(const Planned* message) {
    return message->data + message->bytes;
}

static int source_of(const Planned* message) {
    return message->way % 2 != 0 ? MPI_ANY_SOURCE : message->from;
}

static void check_message(const Planned* message, MPI_Status* status) {
    int bytes = -1;
    MPI_Get_count(status, MPI_BYTE, &bytes);
    CHECK(bytes == message->bytes && status->MPI_SOURCE == message->from && status->MPI_TAG == message->tag);
    CHECK(is_filled(received_data(message), message->bytes, message->content));
}

static void post_receives(Lane* lane) {
    lane->receive_total = 0;
    for (int index = 0; index < lane->count; ++index) {
        const Planned* message = &lane->messages[index];
        if (message->to != rank || !is_posted(message)) continue;
        MPI_Irecv(received_data(message), message->bytes, MPI_BYTE, source_of(message), message->tag,
                  lane->comm, &lane->receives[lane->receive_total]);
        lane->receive_of[lane->receive_total++] = index;
    }
}

static void start_sends(Lane* lane) {
    typedef int Send(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
    static Send* const by_mode[modes] = {MPI_Isend, MPI_Issend, MPI_Ibsend, MPI_Irsend};
    lane->send_total = 0;
    for (int index = 0; index < lane->count; ++index) {
        const Planned* message = &lane->messages[index];
        if (message->from != rank) continue;
        fill(message->data, message->bytes, message->content);
        by_mode[message->mode](message->data, message->bytes, MPI_BYTE, message->to, message->tag, lane->comm,
                               &lane->sends[lane->send_total++]);
    }
}

static void receive_probed(Lane* lane, const Planned* message, MPI_Status* status) {
    int flag = 0;
    if (message->way == probed) MPI_Probe(message->from, message->tag, lane->comm, status);
    while (message->way == polled && !flag)
        MPI_Iprobe(MPI_ANY_SOURCE, message->tag, lane->comm, &flag, status);
    MPI_Recv(received_data(message), message->bytes, MPI_BYTE, status->MPI_SOURCE, status->MPI_TAG,
             lane->comm, status);
}

static void receive_matched(Lane* lane, const Planned* message, MPI_Status* status) {
    MPI_Message handle = MPI_MESSAGE_NULL;
    MPI_Request request;
    int flag = 0;
    if (message->way == matched) MPI_Mprobe(message->from, message->tag, lane->comm, &handle, status);
    while (message->way == matched_polled && !flag)
        MPI_Improbe(MPI_ANY_SOURCE, message->tag, lane->comm, &flag, &handle, status);
    if (message->tag % 2 == 0) {
        MPI_Mrecv(received_data(message), message->bytes, MPI_BYTE, &handle, status);
        return;
    }
    MPI_Imrecv(received_data(message), message->bytes, MPI_BYTE, &handle, &request);
    MPI_Wait(&request, status);
}

static void receive_rest(Lane* lane) {
    for (int index = 0; index < lane->count; ++index) {
        const Planned* message = &lane->messages[index];
        MPI_Status status;
        if (message->to != rank || is_posted(message)) continue;
        if (message->way == blocking || message->way == blocking_any)
            MPI_Recv(received_data(message), message->bytes, MPI_BYTE, source_of(message), message->tag,
                     lane->comm, &status);
        else if (message->way == probed || message->way == polled)
            receive_probed(lane, message, &status);
        else
            receive_matched(lane, message, &status);
        check_message(message, &status);
    }
}

static void exchange_messages(Lane* lane) {
    MPI_Status statuses[most_messages], of_sends[most_messages];
    plan_messages(lane);
    post_receives(lane);
    MPI_Barrier(lane->comm); // what ready sends need
    start_sends(lane);
    receive_rest(lane);
    complete(pick_alone(lane, completions), lane->receive_total, lane->receives, statuses);
    for (int position = 0; position < lane->receive_total; ++position)
        check_message(&lane->messages[lane->receive_of[position]], &statuses[position]);
    complete(pick_alone(lane, completions), lane->send_total, lane->sends, of_sends);
    for (int index = 0; index < lane->count; ++index) free(lane->messages[index].data);
    MPI_Barrier(lane->comm); // the buffer of buffered sends is free
}

// From all ranks to all ranks, received by whatever comes.
static void flow_freely(Lane* lane) {
    const int each = 1 + pick(lane, 8), total = each * size;
    int next[most_ranks] = {0}, *out = malloc((size_t)total * sizeof *out);
    MPI_Request* requests = malloc((size_t)total * sizeof *requests);
    for (int turn = 0; turn < total; ++turn) {
        out[turn] = turn / size;
        MPI_Isend(&out[turn], 1, MPI_INT, turn % size, pick_alone(lane, 5), lane->flow, &requests[turn]);
    }
    for (int turn = 0; turn < total; ++turn) {
        MPI_Status status;
        int got = -1;
        MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, lane->flow, &status);
        CHECK(got == next[status.MPI_SOURCE]++);
    }
    MPI_Waitall(total, requests, MPI_STATUSES_IGNORE);
    MPI_Barrier(lane->flow);
    free(out), free(requests);
}

static int element(const Lane* lane, int from, int index) {
    return (int)(mixed_long(lane->plan + (uint64_t)(from * 7 + index)) % 100000);
}

static void wait_or_test(Lane* lane, MPI_Request* request) {
    int flag = 0;
    if (pick_alone(lane, 2) == 0)
        MPI_Wait(request, MPI_STATUS_IGNORE);
    else
        while (!flag) MPI_Test(request, &flag, MPI_STATUS_IGNORE);
}

static void reduce_all(Lane* lane, int count, int at_once) {
    int *out = malloc((size_t)count * sizeof *out), *in = malloc((size_t)count * sizeof *in), wrong = 0;
    MPI_Request request;
    for (int index = 0; index < count; ++index) out[index] = element(lane, rank, index);
    if (at_once) {
        MPI_Iallreduce(out, in, count, MPI_INT, MPI_SUM, lane->comm, &request);
        wait_or_test(lane, &request);
    } else {
        MPI_Allreduce(out, in, count, MPI_INT, MPI_SUM, lane->comm);
    }
    for (int index = 0; index < count; ++index) {
        int sum = 0;
        for (int from = 0; from < size; ++from) sum += element(lane, from, index);
        wrong += sum != in[index];
    }
    CHECK(wrong == 0);
    free(out), free(in);
}

static void broadcast(Lane* lane, int count, int at_once) {
    const int root = pick(lane, size);
    int *data = malloc((size_t)count * sizeof *data), wrong = 0;
    MPI_Request request;
    for (int index = 0; index < count; ++index) data[index] = rank == root ? element(lane, root, index) : -1;
    if (at_once) {
        MPI_Ibcast(data, count, MPI_INT, root, lane->comm, &request);
        wait_or_test(lane, &request);
    } else {
        MPI_Bcast(data, count, MPI_INT, root, lane->comm);
    }
    for (int index = 0; index < count; ++index) wrong += data[index] != element(lane, root, index);
    CHECK(wrong == 0);
    free(data);
}

static void exchange_all(Lane* lane, int at_once) {
    int out[most_ranks], in[most_ranks], wrong = 0;
    MPI_Request request;
    for (int to = 0; to < size; ++to) out[to] = element(lane, rank, to);
    if (at_once) {
        MPI_Ialltoall(out, 1, MPI_INT, in, 1, MPI_INT, lane->comm, &request);
        wait_or_test(lane, &request);
    } else {
        MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, lane->comm);
    }
    for (int from = 0; from < size; ++from) wrong += in[from] != element(lane, from, rank);
    CHECK(wrong == 0);
}

static void collect(Lane* lane) {
    const int kind = pick(lane, 3), at_once = pick(lane, 2),
              count = 1 + pick(lane, pick(lane, 4) == 0 ? 5000 : 30);
    if (kind == 0) reduce_all(lane, count, at_once);
    if (kind == 1) broadcast(lane, count, at_once);
    if (kind == 2) exchange_all(lane, at_once);
}

// Every thread of all ranks to another one, in a circle.
static void exchange_between_threads(Lane* lane) {
    const int ids = size * threads, self = id_of(rank, lane->thread);
    uint64_t common = mixed_long((uint64_t)(seed * 1000 + lane->step));
    const int shift = (int)pick_from(&common, (unsigned)ids), bytes = pick_bytes(&common);
    const int to = (self + shift) % ids, from = (self - shift + ids) % ids;
    char *out = malloc((size_t)bytes + 1), *in = malloc((size_t)bytes + 1);
    MPI_Request request;
    MPI_Status status;
    int count = -1;
    fill(out, bytes, common + (uint64_t)self);
    MPI_Isend(out, bytes, MPI_BYTE, to / threads, lane->thread * threads + to % threads, between, &request);
    MPI_Recv(in, bytes, MPI_BYTE, from / threads, from % threads * threads + lane->thread, between, &status);
    MPI_Get_count(&status, MPI_BYTE, &count);
    CHECK(count == bytes && is_filled(in, bytes, common + (uint64_t)from));
    wait_or_test(lane, &request);
    free(out), free(in);
}

static void run_lane(int thread) {
    Lane* lane = calloc(1, sizeof *lane);
    lane->thread = thread, lane->comm = comms[thread], lane->flow = flows[thread];
    lane->plan = mixed_long((uint64_t)(seed * threads + thread));
    lane->own = mixed_long(lane->plan + (uint64_t)rank);
    for (lane->step = 0; lane->step < steps; ++lane->step) {
        const int kind = pick(lane, 8);
        if (lane->step % 4 == 3) exchange_between_threads(lane);
        if (kind < 3) exchange_messages(lane);
        if (kind == 3 || kind == 4) flow_freely(lane);
        if (kind > 4) collect(lane);
    }
    free(lane);
}

static void run_seed(void) {
    const int before = failures;
    int flag = 1;
    if (seed % 2 == 0)
        run_threads(run_lane);
    else
        run_other_threads(run_lane);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int thread = 0; thread < threads; ++thread) {
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comms[thread], &flag, MPI_STATUS_IGNORE);
        CHECK(!flag);
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, flows[thread], &flag, MPI_STATUS_IGNORE);
        CHECK(!flag);
    }
    MPI_Barrier(MPI_COMM_WORLD); // the next seed's messages are on the way
    if (failures > before) fprintf(stderr, "rank %d: wrong with seed %d\n", rank, seed);
}

int main(int argc, char** argv) {
    enum { room = 2 * threads * most_messages * (longest_buffered + MPI_BSEND_OVERHEAD) };
    void *memory = malloc(room), *detached;
    int bytes;
    begin_threads(&argc, &argv);
    const int first = argc > 1 ? atoi(argv[1]) : 1, last = argc > 2 ? atoi(argv[2]) : first;

    MPI_Buffer_attach(memory, room);
    for (int thread = 0; thread < threads; ++thread) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[thread]);
        MPI_Comm_dup(MPI_COMM_WORLD, &flows[thread]);
    }
    MPI_Comm_dup(MPI_COMM_WORLD, &between);
    for (seed = first; seed <= last; ++seed) run_seed();
    for (int thread = 0; thread < threads; ++thread)
        MPI_Comm_free(&comms[thread]), MPI_Comm_free(&flows[thread]);
    MPI_Comm_free(&between);
    MPI_Buffer_detach(&detached, &bytes);
    free(memory);
    return end_of_threads("random traffic of threads");
}
