// Random traffic planned from a seed: modes, tags, wildcards, probes, completions, contexts.
// ranks: 1 2 3 5 8
// arguments: 1 20
#include "common/frame.h"

// Every rank makes the same plan: rounds of messages, each with a sender, a receiver, a communicator, a tag,
// a length, a mode and a way to receive. In a round, a rank posts receives, starts sends, receives the rest
// by blocking calls and probes, completes everything in a random form, and checks contents and statuses. What
// a wildcard gets is determined: a message that a wildcard receives has a communicator and a receiver (or a
// tag) to itself in its round.
enum { rounds = 4, most_messages = 48, longest = 3000, communicators = 3, tags = 6 };
enum { standard, synchronous, buffered, ready, modes };
enum { posted, posted_persistent, blocking, probed, matched, ways };

typedef struct {
    int from, to, comm, tag, length, mode, way, persistent_send, any_source, any_tag;
    unsigned content;
} Message;

static unsigned state;
static MPI_Comm comms[communicators];
static Message messages[most_messages];
static int message_count;
static int outgoing[most_messages][longest], incoming[most_messages][longest];
static MPI_Request sends[most_messages], receives[most_messages];
static int send_of[most_messages], receive_of[most_messages], send_total, receive_total;

static int pick(int below) {
    state = mixed(state + 0x9e3779b9u);
    return (int)(state % (unsigned)below);
}

// The last communicator has the ranks in reverse.
static int rank_in(int comm, int world_rank) {
    return comm == communicators - 1 ? size - 1 - world_rank : world_rank;
}

static int is_posted(const Message* message) {
    return message->way == posted || message->way == posted_persistent;
}

static Message plan_message(void) {
    Message message;
    message.from = pick(size), message.to = pick(size);
    message.comm = pick(communicators), message.tag = pick(tags);
    message.length = pick(4) == 0 ? pick(longest) : pick(20);
    message.mode = pick(modes);
    message.way = message.mode == ready ? pick(2) : pick(ways);
    message.persistent_send = pick(3) == 0;
    message.any_source = pick(3) == 0, message.any_tag = pick(3) == 0;
    message.content = (unsigned)pick(1 << 30);
    return message;
}

// Whether a receive of the one could take the other message.
static int accepts(const Message* receive, const Message* other) {
    return receive->to == other->to && receive->comm == other->comm &&
           (receive->any_source || receive->from == other->from) &&
           (receive->any_tag || receive->tag == other->tag);
}

// Two messages that the same receive accepts must be one stream: same sender, both received in the order
// sent, by receives that are posted in that order. Else the wildcards of the newer one, or the message
// itself, are dropped.
static int is_determined(const Message* added) {
    for (int position = 0; position < message_count; ++position) {
        const Message* other = &messages[position];
        if (!accepts(added, other) && !accepts(other, added)) continue;
        if (added->from != other->from || added->mode == ready || other->mode == ready) return 0;
        if (is_posted(added) != is_posted(other)) return 0;
        if (added->tag != other->tag) return 0;
    }
    return 1;
}

static void plan_round(void) {
    int wanted = 1 + pick(most_messages);
    message_count = 0;
    for (int turn = 0; turn < wanted; ++turn) {
        Message message = plan_message();
        if (!is_determined(&message)) message.any_source = message.any_tag = 0;
        if (is_determined(&message)) messages[message_count++] = message;
    }
}

static int word_of(const Message* message, int position) {
    return (int)(message->content + (unsigned)position * 2654435761u);
}

static int source_of(const Message* message) {
    return message->any_source ? MPI_ANY_SOURCE : rank_in(message->comm, message->from);
}

static int tag_of(const Message* message) {
    return message->any_tag ? MPI_ANY_TAG : message->tag;
}

static void check_received(int index, MPI_Status* status) {
    const Message* message = &messages[index];
    int count = -1, wrong = 0;
    MPI_Get_count(status, MPI_INT, &count);
    CHECK(count == message->length && status->MPI_TAG == message->tag);
    CHECK(status->MPI_SOURCE == rank_in(message->comm, message->from));
    for (int position = 0; position < message->length; ++position)
        wrong += incoming[index][position] != word_of(message, position);
    CHECK(wrong == 0);
}

static void post_receives(void) {
    receive_total = 0;
    for (int index = 0; index < message_count; ++index) {
        const Message* message = &messages[index];
        if (message->to != rank || !is_posted(message)) continue;
        MPI_Request* request = &receives[receive_total];
        if (message->way == posted)
            MPI_Irecv(incoming[index], longest, MPI_INT, source_of(message), tag_of(message),
                      comms[message->comm], request);
        else
            MPI_Recv_init(incoming[index], longest, MPI_INT, source_of(message), tag_of(message),
                          comms[message->comm], request);
        if (message->way == posted_persistent) MPI_Start(request);
        receive_of[receive_total++] = index;
    }
}

static void start_send(int index, MPI_Request* request) {
    typedef int Send(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
    static Send* const immediate[modes] = {MPI_Isend, MPI_Issend, MPI_Ibsend, MPI_Irsend};
    static Send* const persistent[modes] = {MPI_Send_init, MPI_Ssend_init, MPI_Bsend_init, MPI_Rsend_init};
    const Message* message = &messages[index];
    for (int position = 0; position < message->length; ++position) outgoing[index][position] = word_of(message, position);
    Send* send = message->persistent_send ? persistent[message->mode] : immediate[message->mode];
    send(outgoing[index], message->length, MPI_INT, rank_in(message->comm, message->to), message->tag,
         comms[message->comm], request);
    if (message->persistent_send) MPI_Start(request);
}

static void start_sends(void) {
    send_total = 0;
    for (int index = 0; index < message_count; ++index) {
        if (messages[index].from != rank) continue;
        start_send(index, &sends[send_total]);
        send_of[send_total++] = index;
    }
}

static void receive_probed(int index, MPI_Status* status) {
    const Message* message = &messages[index];
    MPI_Comm comm = comms[message->comm];
    MPI_Message handle;
    int flag = 0, immediately = pick(2);
    if (message->way == matched) {
        if (!immediately) MPI_Mprobe(source_of(message), tag_of(message), comm, &handle, status);
        while (immediately && !flag)
            MPI_Improbe(source_of(message), tag_of(message), comm, &flag, &handle, status);
        MPI_Mrecv(incoming[index], message->length, MPI_INT, &handle, status);
        return;
    }
    if (!immediately) MPI_Probe(source_of(message), tag_of(message), comm, status);
    while (immediately && !flag) MPI_Iprobe(source_of(message), tag_of(message), comm, &flag, status);
    MPI_Recv(incoming[index], message->length, MPI_INT, status->MPI_SOURCE, status->MPI_TAG, comm, status);
}

static void receive_rest(void) {
    for (int index = 0; index < message_count; ++index) {
        const Message* message = &messages[index];
        MPI_Status status;
        if (message->to != rank || is_posted(message)) continue;
        if (message->way == blocking)
            MPI_Recv(incoming[index], longest, MPI_INT, source_of(message), tag_of(message),
                     comms[message->comm], &status);
        else
            receive_probed(index, &status);
        check_received(index, &status);
    }
}

// Completes all requests, in one of eight forms; statuses[i] is that of request i.
static void complete(int count, MPI_Request* requests, MPI_Status* statuses, int form) {
    int index, flag = 0, done, indices[most_messages], total = 0;
    MPI_Status some[most_messages];
    if (form == 0) MPI_Waitall(count, requests, statuses);
    while (form == 1 && !flag) MPI_Testall(count, requests, &flag, statuses);
    for (int position = 0; form == 2 && position < count; ++position) MPI_Wait(&requests[position], &statuses[position]);
    for (int position = count - 1; form == 3 && position >= 0; --position)
        for (flag = 0; !flag;) MPI_Test(&requests[position], &flag, &statuses[position]);
    for (; (form == 4 || form == 5) && total < count; total += flag) {
        flag = 1;
        if (form == 4) MPI_Waitany(count, requests, &index, &some[0]);
        if (form == 5) MPI_Testany(count, requests, &index, &flag, &some[0]);
        CHECK(!flag || index != MPI_UNDEFINED);
        if (flag && index == MPI_UNDEFINED) return;
        if (flag) statuses[index] = some[0];
    }
    for (; form >= 6 && total < count; total += done) {
        if (form == 6) MPI_Waitsome(count, requests, &done, indices, some);
        if (form == 7) MPI_Testsome(count, requests, &done, indices, some);
        CHECK(done != MPI_UNDEFINED);
        if (done == MPI_UNDEFINED) return;
        for (int position = 0; position < done; ++position) statuses[indices[position]] = some[position];
    }
}

static void release(int count, MPI_Request* requests) {
    for (int position = 0; position < count; ++position)
        if (requests[position] != MPI_REQUEST_NULL) MPI_Request_free(&requests[position]);
}

static void run_round(void) {
    MPI_Status statuses[most_messages];
    memset(incoming, 0xff, sizeof incoming);
    post_receives();
    MPI_Barrier(MPI_COMM_WORLD); // what ready sends need
    start_sends();
    receive_rest();
    complete(receive_total, receives, statuses, pick(8));
    for (int position = 0; position < receive_total; ++position) check_received(receive_of[position], &statuses[position]);
    complete(send_total, sends, statuses, pick(8));
    for (int position = 0; position < receive_total; ++position)
        CHECK((receives[position] != MPI_REQUEST_NULL) ==
              (messages[receive_of[position]].way == posted_persistent));
    for (int position = 0; position < send_total; ++position)
        CHECK((sends[position] != MPI_REQUEST_NULL) == messages[send_of[position]].persistent_send);
    release(receive_total, receives);
    release(send_total, sends);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void run_seed(int seed) {
    int before = failures, flag = 1, total = 0, wildcards = 0;
    for (int round = 0; round < rounds; ++round) {
        state = (unsigned)(seed * 1000 + round);
        plan_round();
        unsigned after_plan = state;
        state += (unsigned)rank; // each rank completes in its own form
        run_round();
        state = after_plan;
        total += message_count;
        for (int index = 0; index < message_count; ++index)
            wildcards += messages[index].any_source || messages[index].any_tag;
    }
    for (int comm = 0; comm < communicators; ++comm) {
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comms[comm], &flag, MPI_STATUS_IGNORE);
        CHECK(!flag);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    say("seed %d: %d messages, %d by wildcards\n", seed, total, wildcards);
    if (failures > before) fprintf(stderr, "rank %d: wrong with seed %d\n", rank, seed);
}

int main(int argc, char** argv) {
    static char buffer[most_messages * (longest * sizeof(int) + MPI_BSEND_OVERHEAD)];
    int bytes;
    void* detached;
    begin(&argc, &argv);
    int first = argc > 1 ? atoi(argv[1]) : 1, last = argc > 2 ? atoi(argv[2]) : first;
    MPI_Buffer_attach(buffer, sizeof buffer);
    comms[0] = MPI_COMM_WORLD;
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comms[2]);
    for (int seed = first; seed <= last; ++seed) run_seed(seed);
    MPI_Comm_free(&comms[1]), MPI_Comm_free(&comms[2]);
    MPI_Buffer_detach(&detached, &bytes);
    return finish("random messages");
}
