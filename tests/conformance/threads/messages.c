// Threads of all ranks exchange messages of all sizes in all modes, and complete them in all ways; order by
// sender and tag (MPI-5.0 sections 3.4 to 3.7 and 11.6).
// flags: -pthread
#include "../common/threads.h"

#ifdef ORACLE
enum { steps = 60 };
#else
enum { steps = 220 };
#endif
enum { longest = 1 << 20, burst = 8, longest_of_burst = longest / burst };
enum { standard, synchronous, buffered, ready, exchange, replace, bursts };
enum { permission_tag = 1000, receipt_tag = 2000 };

typedef struct {
    int step, thread;
    int to, to_thread, from, from_thread; // in this step
    char *out, *in;
} Exchange;

static int number_of_ids(void) {
    return size * threads;
}

static int tag_of(int sender_thread, int receiver_thread) {
    return sender_thread * threads + receiver_thread;
}

static int out_tag(const Exchange* now) {
    return tag_of(now->thread, now->to_thread);
}

static int in_tag(const Exchange* now) {
    return tag_of(now->from_thread, now->thread);
}

static int bytes_of(int step, int number, int most) {
    static const int bytes[] = {0, 1, 7, 8, 64, 100, 1000, 2048, 4096, 10000, 65536, 131072, 300001, longest};
    unsigned choice = mixed((unsigned)(step * 31 + number)) % (sizeof bytes / sizeof *bytes);
    return bytes[choice] > most ? most : bytes[choice];
}

static uint64_t content_of(int from_id, int to_id, int step, int number) {
    return mixed_long(((uint64_t)from_id << 48) + ((uint64_t)to_id << 32) +
                      (uint64_t)(step * burst + number));
}

static void prepare(const Exchange* now, char* out, int number, int bytes) {
    fill(out, bytes, content_of(id_of(rank, now->thread), id_of(now->to, now->to_thread), now->step, number));
}

static void verify(const Exchange* now, const char* in, int number, int bytes, MPI_Status* status) {
    int count = -1;
    MPI_Get_count(status, MPI_BYTE, &count);
    CHECK(count == bytes && status->MPI_SOURCE == now->from && status->MPI_TAG == in_tag(now));
    CHECK(is_filled(
        in, bytes,
        content_of(id_of(now->from, now->from_thread), id_of(rank, now->thread), now->step, number)));
}

typedef int Send(const void*, int, MPI_Datatype, int, int, MPI_Comm);

static void send_by(Send* send, const Exchange* now, int bytes) {
    CHECK(send(now->out, bytes, MPI_BYTE, now->to, out_tag(now), MPI_COMM_WORLD) == MPI_SUCCESS);
}

static void receive(const Exchange* now, int bytes) {
    MPI_Status status;
    MPI_Recv(now->in, longest, MPI_BYTE, now->from, in_tag(now), MPI_COMM_WORLD, &status);
    verify(now, now->in, 0, bytes, &status);
}

static void exchange_at_once(const Exchange* now, int bytes) {
    MPI_Status status;
    MPI_Sendrecv(now->out, bytes, MPI_BYTE, now->to, out_tag(now), now->in, longest, MPI_BYTE, now->from,
                 in_tag(now), MPI_COMM_WORLD, &status);
    verify(now, now->in, 0, bytes, &status);
}

// In a circle of threads the first one receives first, and the last one sends first.
static void exchange_blocking(const Exchange* now, Send* send, int bytes) {
    int self = id_of(rank, now->thread), other = id_of(now->from, now->from_thread);
    if (self == other) return exchange_at_once(now, bytes);
    if (self > other) send_by(send, now, bytes);
    receive(now, bytes);
    if (self < other) send_by(send, now, bytes);
}

// Bytes of a buffer are free when their message is received.
static void exchange_buffered(const Exchange* now, int bytes) {
    MPI_Request request;
    if (bytes > 65536) bytes = 65536;
    send_by(MPI_Bsend, now, bytes);
    receive(now, bytes);
    MPI_Isend(NULL, 0, MPI_BYTE, now->from, receipt_tag + in_tag(now), MPI_COMM_WORLD, &request);
    MPI_Recv(NULL, 0, MPI_BYTE, now->to, receipt_tag + out_tag(now), MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

// Sent when the receiver says that its receive is posted.
static void exchange_ready(const Exchange* now, int bytes) {
    MPI_Request requests[2];
    MPI_Status status;
    MPI_Irecv(now->in, longest, MPI_BYTE, now->from, in_tag(now), MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(NULL, 0, MPI_BYTE, now->from, permission_tag + in_tag(now), MPI_COMM_WORLD, &requests[1]);
    MPI_Recv(NULL, 0, MPI_BYTE, now->to, permission_tag + out_tag(now), MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    send_by(MPI_Rsend, now, bytes);
    MPI_Wait(&requests[0], &status);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    verify(now, now->in, 0, bytes, &status);
}

static void exchange_in_place(const Exchange* now, int bytes) {
    MPI_Status status;
    MPI_Sendrecv_replace(now->out, bytes, MPI_BYTE, now->to, out_tag(now), now->from, in_tag(now),
                         MPI_COMM_WORLD, &status);
    verify(now, now->out, 0, bytes, &status);
}

static char* part_of(char* buffer, int number) {
    return buffer + number * longest_of_burst;
}

// Messages with the same tag come in the order in which they were sent.
static void exchange_burst(const Exchange* now, int how) {
    MPI_Request receives[burst], sends[burst];
    MPI_Status statuses[burst], of_sends[burst];
    for (int number = 0; number < burst; ++number)
        MPI_Irecv(part_of(now->in, number), longest_of_burst, MPI_BYTE, now->from, in_tag(now),
                  MPI_COMM_WORLD, &receives[number]);
    for (int number = 0; number < burst; ++number) {
        int bytes = bytes_of(now->step, number, longest_of_burst);
        prepare(now, part_of(now->out, number), number, bytes);
        (number % 3 == 2 ? MPI_Issend : MPI_Isend)(part_of(now->out, number), bytes, MPI_BYTE, now->to,
                                                   out_tag(now), MPI_COMM_WORLD, &sends[number]);
    }
    complete(how, burst, receives, statuses);
    complete((how + 3) % completions, burst, sends, of_sends);
    for (int number = 0; number < burst; ++number)
        verify(now, part_of(now->in, number), number, bytes_of(now->step, number, longest_of_burst),
               &statuses[number]);
}

static void run_step(const Exchange* now) {
    const int kind = (int)(mixed((unsigned)now->step + 77u) % (bursts + completions));
    const int bytes = bytes_of(now->step, 0, longest);
    prepare(now, now->out, 0, bytes);
    switch (kind) {
    case standard:
        exchange_blocking(now, MPI_Send, bytes);
        break;
    case synchronous:
        exchange_blocking(now, MPI_Ssend, bytes);
        break;
    case buffered:
        exchange_buffered(now, bytes);
        break;
    case ready:
        exchange_ready(now, bytes);
        break;
    case exchange:
        exchange_at_once(now, bytes);
        break;
    case replace:
        exchange_in_place(now, bytes);
        break;
    default:
        exchange_burst(now, kind - bursts);
    }
}

static void exchange_with_all(int thread) {
    Exchange now = {.thread = thread, .out = malloc(longest), .in = malloc(longest)};
    const int self = id_of(rank, thread), ids = number_of_ids();
    for (int step = 0; step < steps; ++step) {
        const int to = (self + step) % ids, from = ((self - step) % ids + ids) % ids;
        now.step = step;
        now.to = to / threads, now.to_thread = to % threads;
        now.from = from / threads, now.from_thread = from % threads;
        run_step(&now);
    }
    free(now.out), free(now.in);
}

int main(int argc, char** argv) {
    enum { room = 2 * threads * (65536 + MPI_BSEND_OVERHEAD) };
    void *memory = malloc(room), *detached;
    int bytes = 0;
    begin_threads(&argc, &argv);
    MPI_Buffer_attach(memory, room);
    run_threads(exchange_with_all);
    MPI_Barrier(MPI_COMM_WORLD);
    run_other_threads(exchange_with_all);
    MPI_Buffer_detach(&detached, &bytes);
    free(memory);
    return end_of_threads("messages of threads");
}
