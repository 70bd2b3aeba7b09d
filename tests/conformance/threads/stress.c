// Many small messages from all threads to all threads, each with its content: all come, once, whole, and in
// the order of their sending thread; some receives are cancelled, some messages are probed. `stress SEED
// MESSAGES`; other MPIs send fewer.
// flags: -pthread
// arguments: 1 300000
#include "../common/threads.h"

enum { slots = 8, longest = 2048, never_used = 1000 };

typedef struct {
    int thread, to_send, to_come, under_way, probes;
    uint64_t plan, choices;          // of what is sent, the same each time; of how it is received
    MPI_Request requests[1 + slots]; // the first one is the receive
    int *sent, *received;            // messages to and from each thread
    char out[slots][longest], in[longest];
} Traffic;

static int seed, messages;
static int* to_come; // to each thread of this rank, from each thread of all

static uint64_t first_choice(int thread) {
    return mixed_long((uint64_t)seed * 1000003u + (uint64_t)id_of(rank, thread));
}

typedef struct {
    int to, bytes, synchronous; // some: a receiver that is late is not flooded
    uint64_t content;
} Plan;

static Plan next_plan(uint64_t* state) {
    Plan plan;
    plan.to = (int)pick_from(state, (unsigned)(size * threads));
    const int most = pick_from(state, 4) == 0 ? longest : 100;
    plan.bytes = header_bytes + (int)pick_from(state, (unsigned)(most - header_bytes));
    plan.synchronous = pick_from(state, 4) == 0;
    plan.content = mixed_long(*state);
    return plan;
}

static void start_message(Traffic* traffic, int slot) {
    const Plan plan = next_plan(&traffic->plan);
    make_message(traffic->out[slot], traffic->thread, traffic->sent[plan.to]++, plan.bytes, plan.content);
    (plan.synchronous ? MPI_Issend : MPI_Isend)(traffic->out[slot], plan.bytes, MPI_BYTE, plan.to / threads,
                                                plan.to % threads, MPI_COMM_WORLD,
                                                &traffic->requests[1 + slot]);
}

static void take(Traffic* traffic, MPI_Status* status) {
    const ThreadMessage message = checked_message(traffic->in, status);
    CHECK(status->MPI_TAG == traffic->thread);
    CHECK(message.number == traffic->received[id_of(message.from, message.thread)]);
    ++traffic->received[id_of(message.from, message.thread)];
    --traffic->to_come;
}

static void post_receive(Traffic* traffic, int tag) {
    MPI_Irecv(traffic->in, longest, MPI_BYTE, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &traffic->requests[0]);
}

// Cancelled before it got a message, or not.
static void receive_and_cancel(Traffic* traffic, int tag) {
    MPI_Status status;
    int cancelled = -1;
    post_receive(traffic, tag);
    MPI_Cancel(&traffic->requests[0]);
    MPI_Wait(&traffic->requests[0], &status);
    MPI_Test_cancelled(&status, &cancelled);
    CHECK(cancelled || tag != never_used);
    if (!cancelled) take(traffic, &status);
}

static void prepare_receive(Traffic* traffic) {
    switch (pick_from(&traffic->choices, 32)) {
    case 0:
        receive_and_cancel(traffic, never_used);
        break;
    case 1:
        receive_and_cancel(traffic, traffic->thread);
        break;
    case 2:
    case 3:
        traffic->probes = 1;
        break;
    default:
        post_receive(traffic, traffic->thread);
    }
}

static void sent_one(Traffic* traffic, int slot) {
    if (traffic->to_send > 0) {
        start_message(traffic, slot);
        --traffic->to_send;
    } else {
        --traffic->under_way;
    }
}

// Looks for a message, and goes on with what is sent.
static void look(Traffic* traffic) {
    MPI_Message handle;
    MPI_Status status;
    int flag = 0, slot = MPI_UNDEFINED;
    MPI_Improbe(MPI_ANY_SOURCE, traffic->thread, MPI_COMM_WORLD, &flag, &handle, &status);
    if (flag) {
        MPI_Mrecv(traffic->in, longest, MPI_BYTE, &handle, &status);
        take(traffic, &status);
        traffic->probes = 0;
    }
    MPI_Testany(slots, traffic->requests + 1, &slot, &flag, MPI_STATUS_IGNORE);
    if (flag && slot != MPI_UNDEFINED) sent_one(traffic, slot);
}

static void wait_for_any(Traffic* traffic) {
    MPI_Status status;
    int slot = -1;
    MPI_Waitany(1 + slots, traffic->requests, &slot, &status);
    if (slot == 0)
        take(traffic, &status);
    else if (slot != MPI_UNDEFINED)
        sent_one(traffic, slot - 1);
}

static void run_traffic(int thread) {
    Traffic* traffic = calloc(1, sizeof *traffic);
    traffic->thread = thread, traffic->to_send = messages;
    traffic->to_come = to_come[thread];
    traffic->plan = first_choice(thread), traffic->choices = ~traffic->plan;
    traffic->sent = calloc((size_t)(size * threads), sizeof *traffic->sent);
    traffic->received = calloc((size_t)(size * threads), sizeof *traffic->received);
    for (int slot = 0; slot <= slots; ++slot) traffic->requests[slot] = MPI_REQUEST_NULL;
    for (int slot = 0; slot < slots && traffic->to_send > 0; ++slot, --traffic->to_send, ++traffic->under_way)
        start_message(traffic, slot);
    while (traffic->to_come > 0 || traffic->under_way > 0) {
        if (traffic->to_come > 0 && !traffic->probes && traffic->requests[0] == MPI_REQUEST_NULL)
            prepare_receive(traffic);
        else if (traffic->probes)
            look(traffic);
        else
            wait_for_any(traffic);
    }
    CHECK(traffic->to_come == 0);
    free(traffic->sent), free(traffic->received), free(traffic);
}

// The numbers of messages to each thread, by making all choices once.
static void count_messages(void) {
    int* to_each = calloc((size_t)(size * threads), sizeof *to_each);
    to_come = calloc(threads, sizeof *to_come);
    for (int thread = 0; thread < threads; ++thread) {
        uint64_t state = first_choice(thread);
        for (int number = 0; number < messages; ++number) ++to_each[next_plan(&state).to];
    }
    MPI_Reduce_scatter_block(to_each, to_come, threads, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    free(to_each);
}

int main(int argc, char** argv) {
    begin_threads(&argc, &argv);
    seed = argc > 1 ? atoi(argv[1]) : 1, messages = argc > 2 ? atoi(argv[2]) : 300000;
#ifdef ORACLE
    messages /= 30;
#endif
    messages /= size * threads;
    count_messages();
    run_threads(run_traffic);
    if (failures > 0) fprintf(stderr, "rank %d: wrong with seed %d\n", rank, seed);
    free(to_come);
    return end_of_threads("traffic of threads");
}
