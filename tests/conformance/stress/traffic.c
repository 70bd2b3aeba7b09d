// A million messages of random sizes between random ranks, each with a checksum: all come, once, whole, and
// in the order of their sender. `traffic SEED MESSAGES`; other MPIs send fewer.
// ranks: 1 5 16
// arguments: 1 1000000
#include "../common/frame.h"
#include <stdint.h>

enum { slots = 32, longest = 100000, tags = 4 };

typedef struct {
    uint32_t number, bytes; // of all from one rank to the other; the whole message with this header
    uint64_t checksum;      // of what follows
} Header;

static uint64_t state;
static char* outgoing[slots];
static char* incoming;
static MPI_Request requests[slots + 1]; // the last one is the receive
static uint32_t *sent, *received;       // messages to and from each rank
static int* expected;                   // messages from each rank

static uint64_t pick(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static void begin_choices(int seed) {
    state = (uint64_t)seed * 1000003u + (uint64_t)rank * 7919u + 88172645463325252u;
    for (int turn = 0; turn < 10; ++turn) pick();
}

// Eight in ten up to 64 bytes, one in a thousand up to the longest, of what follows the header.
static uint32_t pick_bytes(void) {
    uint64_t kind = pick() % 1000, size_choice = pick();
    if (kind < 800) return (uint32_t)(size_choice % 65);
    if (kind < 950) return (uint32_t)(size_choice % 1025);
    if (kind < 999) return (uint32_t)(size_choice % 10000);
    return (uint32_t)(size_choice % (longest - sizeof(Header)));
}

static uint64_t checksum_of(const char* data, uint32_t bytes) {
    uint64_t sum = bytes, word = 0;
    for (; bytes >= 8; data += 8, bytes -= 8) {
        memcpy(&word, data, 8);
        sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
    }
    word = 0;
    memcpy(&word, data, bytes);
    sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
    return sum ^ (sum >> 29);
}

static void start_message(int slot) {
    int to = (int)(pick() % (uint64_t)size);
    Header header = {sent[to]++, pick_bytes(), 0};
    char* data = outgoing[slot] + sizeof header;
    uint64_t content = pick();
    for (uint32_t index = 0; index < header.bytes; index += 8, content = content * 5 + 1)
        memcpy(data + index, &content, 8);
    header.checksum = checksum_of(data, header.bytes);
    header.bytes += (uint32_t)sizeof header;
    memcpy(outgoing[slot], &header, sizeof header);
    MPI_Isend(outgoing[slot], (int)header.bytes, MPI_BYTE, to, (int)(header.number % tags), MPI_COMM_WORLD,
              &requests[slot]);
}

static void post_receive(void) {
    MPI_Irecv(incoming, longest, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[slots]);
}

static void check_message(MPI_Status* status) {
    Header header;
    int bytes = -1;
    MPI_Get_count(status, MPI_BYTE, &bytes);
    memcpy(&header, incoming, sizeof header);
    CHECK((uint32_t)bytes == header.bytes && header.number == received[status->MPI_SOURCE]);
    CHECK(status->MPI_TAG == (int)(header.number % tags));
    CHECK(header.checksum == checksum_of(incoming + sizeof header, header.bytes - (uint32_t)sizeof header));
    ++received[status->MPI_SOURCE];
}

// The numbers of messages that each rank will get of each other, by making all choices once.
static int count_messages(int seed, int messages) {
    int total = 0, *to_each = calloc((size_t)size, sizeof *to_each);
    begin_choices(seed);
    for (int number = 0; number < messages; ++number) {
        ++to_each[pick() % (uint64_t)size];
        pick_bytes();
        pick();
    }
    MPI_Alltoall(to_each, 1, MPI_INT, expected, 1, MPI_INT, MPI_COMM_WORLD);
    for (int from = 0; from < size; ++from) total += expected[from];
    free(to_each);
    return total;
}

static void run_traffic(int seed, int messages) {
    int to_come = count_messages(seed, messages), to_send = messages, under_way = 0;
    begin_choices(seed);
    for (int slot = 0; slot <= slots; ++slot) requests[slot] = MPI_REQUEST_NULL;
    for (int slot = 0; slot < slots && to_send > 0; ++slot, --to_send, ++under_way) start_message(slot);
    if (to_come > 0) post_receive();
    while (to_come > 0 || under_way > 0) {
        MPI_Status status;
        int slot;
        MPI_Waitany(slots + 1, requests, &slot, &status);
        if (slot == slots) {
            check_message(&status);
            if (--to_come > 0) post_receive();
        } else if (to_send > 0) {
            start_message(slot);
            --to_send;
        } else {
            --under_way;
        }
    }
    for (int from = 0; from < size; ++from) CHECK(received[from] == (uint32_t)expected[from]);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int seed = argc > 1 ? atoi(argv[1]) : 1, messages = argc > 2 ? atoi(argv[2]) : 1000000;
#ifdef ORACLE
    messages /= 20; // whose ranks spin while they wait
#endif
    for (int slot = 0; slot < slots; ++slot) outgoing[slot] = malloc(longest + 8);
    incoming = malloc(longest);
    sent = calloc((size_t)size, sizeof *sent);
    received = calloc((size_t)size, sizeof *received);
    expected = calloc((size_t)size, sizeof *expected);
    run_traffic(seed, messages / size);
    if (failures > 0) fprintf(stderr, "rank %d: wrong with seed %d\n", rank, seed);
    for (int slot = 0; slot < slots; ++slot) free(outgoing[slot]);
    free(incoming), free(sent), free(received), free(expected);
    return finish("random traffic with checksums");
}
