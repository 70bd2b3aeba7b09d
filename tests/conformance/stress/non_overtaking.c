// Short and long messages of one pair with one tag, in all ways of sending and receiving: none overtakes
// another (MPI-5.0 section 3.5), and all are whole. With one rank they are messages to itself.
// ranks: 1 2 3 8
// arguments: 1 6
#include "../common/frame.h"

enum { messages = 300, most_under_way = 24, longest = 300000 };

// Around the sizes where an MPI may change its way of sending, and far above them.
static const int sizes[] = {1,    8,    63,   64,   65,   191,   192,   193,   1023,   1024,
                            1025, 4096, 8191, 8192, 8193, 16385, 65536, 65537, longest};

typedef struct {
    int bytes, synchronous, probed;
} Message;

static unsigned state;
static Message plan[messages];
static unsigned char* outgoing[most_under_way];
static unsigned char* incoming[most_under_way];

static int pick(int below) {
    state = mixed(state + 0x9e3779b9u);
    return (int)(state % (unsigned)below);
}

// The same on all ranks. Most messages are short; a long one stands between short ones.
static void make_plan(int seed) {
    state = (unsigned)seed;
    for (int number = 0; number < messages; ++number) {
        int kinds = (int)(sizeof sizes / sizeof sizes[0]);
        plan[number].bytes = pick(3) == 0 ? sizes[pick(kinds)] : 1 + pick(256);
        if (plan[number].bytes == longest && pick(4) != 0) plan[number].bytes = 2;
        plan[number].synchronous = pick(5) == 0;
        plan[number].probed = pick(4) == 0;
    }
}

static unsigned char byte_of(int from, int number, int index) {
    return (unsigned char)(from * 7 + number * 13 + index + (index >> 8));
}

static void start_send(int number, unsigned char* data, MPI_Request* request) {
    int bytes = plan[number].bytes;
    for (int index = 0; index < bytes; ++index) data[index] = byte_of(rank, number, index);
    if (plan[number].synchronous)
        MPI_Issend(data, bytes, MPI_BYTE, right_of(rank), 9, MPI_COMM_WORLD, request);
    else
        MPI_Isend(data, bytes, MPI_BYTE, right_of(rank), 9, MPI_COMM_WORLD, request);
}

static void check_message(int number, const unsigned char* data, MPI_Status* status) {
    int bytes = -1, wrong = 0;
    MPI_Get_count(status, MPI_BYTE, &bytes);
    CHECK(bytes == plan[number].bytes && status->MPI_SOURCE == left_of(rank) && status->MPI_TAG == 9);
    for (int index = 0; index < plan[number].bytes; ++index)
        wrong += data[index] != byte_of(left_of(rank), number, index);
    CHECK(wrong == 0);
}

// Receives messages first to last - 1: the ones before `posted` by receives that are already posted, the
// rest by probes and blocking receives.
static void receive_rest(int posted, int first, int last, MPI_Request* requests) {
    MPI_Status statuses[most_under_way];
    for (int number = posted; number < last; ++number) {
        MPI_Status status;
        unsigned char* data = incoming[number - first];
        int bytes = longest;
        if (plan[number].probed) {
            MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            MPI_Get_count(&status, MPI_BYTE, &bytes);
            CHECK(bytes == plan[number].bytes);
        }
        MPI_Recv(data, bytes, MPI_BYTE, number % 2 ? MPI_ANY_SOURCE : left_of(rank), 9, MPI_COMM_WORLD,
                 &status);
        check_message(number, data, &status);
    }
    MPI_Waitall(posted - first, requests, statuses);
    for (int number = first; number < posted; ++number)
        check_message(number, incoming[number - first], &statuses[number - first]);
}

static void run_batch(int first, int last) {
    MPI_Request sends[most_under_way], receives[most_under_way];
    int posted = first + pick(last - first + 1);
    for (int number = first; number < posted; ++number)
        MPI_Irecv(incoming[number - first], longest, MPI_BYTE, number % 3 ? left_of(rank) : MPI_ANY_SOURCE, 9,
                  MPI_COMM_WORLD, &receives[number - first]);
    for (int number = first; number < last; ++number)
        start_send(number, outgoing[number - first], &sends[number - first]);
    receive_rest(posted, first, last, receives);
    MPI_Waitall(last - first, sends, MPI_STATUSES_IGNORE);
}

static void run_seed(int seed) {
    int before = failures;
    make_plan(seed);
    state += (unsigned)rank; // each rank goes on in its own batches
    for (int first = 0; first < messages;) {
        int last = first + 1 + pick(most_under_way);
        if (last > messages) last = messages;
        run_batch(first, last);
        first = last;
    }
    if (failures > before) fprintf(stderr, "rank %d: wrong with seed %d\n", rank, seed);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int first = argc > 1 ? atoi(argv[1]) : 1, last = argc > 2 ? atoi(argv[2]) : first;
    for (int index = 0; index < most_under_way; ++index) {
        outgoing[index] = malloc(longest);
        incoming[index] = malloc(longest);
    }
    for (int seed = first; seed <= last; ++seed) run_seed(seed);
    for (int index = 0; index < most_under_way; ++index) free(outgoing[index]), free(incoming[index]);
    return finish("short and long messages don't overtake");
}
