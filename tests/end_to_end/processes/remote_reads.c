// Long messages between processes, of all kinds of sends and receives, and what becomes of a run while data are
// read remotely (remote_reads.sh). The first argument says what, the second a seed.
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { messages = 60, longest = 3 << 20 };

static int rank, ranks, errors;

static unsigned char byte_of(int from, int number, int index) {
    return (unsigned char)(from * 31 + number * 7 + index % 251);
}
static void check(int condition, const char* what, int number) {
    if (condition) return;
    ++errors;
    printf("rank %d, message %d: %s\n", rank, number, what);
}

// Known to both sides.
static int length_of(int number) {
    static const int scales[] = {100, 20000, 300000, longest};
    srand((unsigned)(number * 7919 + 1));
    return 1 + rand() % scales[rand() % 4];
}

static MPI_Request start_send(int number, unsigned char* out, int to) {
    MPI_Request request;
    const int bytes = length_of(number);
    if (number % 4 == 0) MPI_Isend(out, bytes, MPI_BYTE, to, number, MPI_COMM_WORLD, &request);
    if (number % 4 == 1) MPI_Issend(out, bytes, MPI_BYTE, to, number, MPI_COMM_WORLD, &request);
    if (number % 4 == 2) MPI_Send_init(out, bytes, MPI_BYTE, to, number, MPI_COMM_WORLD, &request);
    if (number % 4 == 3) MPI_Ibsend(out, bytes, MPI_BYTE, to, number, MPI_COMM_WORLD, &request);
    if (number % 4 == 2) MPI_Start(&request);
    return request;
}

// Every other byte of `in`: from no contiguous memory, or to none.
static MPI_Datatype every_other(int bytes) {
    MPI_Datatype type;
    MPI_Type_vector(bytes, 1, 2, MPI_BYTE, &type);
    MPI_Type_commit(&type);
    return type;
}

static void receive(int number, unsigned char* in, int from) {
    const int kind = rand() % 5, bytes = length_of(number);
    int checked = bytes, stride = 1, count;
    MPI_Status status;
    if (kind == 0) {
        MPI_Recv(in, bytes, MPI_BYTE, from, number, MPI_COMM_WORLD, &status);
    } else if (kind == 1) {
        MPI_Message message;
        MPI_Mprobe(MPI_ANY_SOURCE, number, MPI_COMM_WORLD, &message, &status);
        MPI_Mrecv(in, bytes, MPI_BYTE, &message, &status);
    } else if (kind == 2) {
        MPI_Datatype type = every_other(bytes);
        MPI_Recv(in, 1, type, from, number, MPI_COMM_WORLD, &status);
        MPI_Type_free(&type);
        stride = 2;
    } else if (kind == 3 && bytes > 1) { // truncated
        checked = 0;
        const int code = MPI_Recv(in, bytes / 2, MPI_BYTE, from, number, MPI_COMM_WORLD, &status);
        int class;
        MPI_Error_class(code, &class);
        check(class == MPI_ERR_TRUNCATE, "not truncated", number);
    } else {
        MPI_Request request;
        MPI_Recv_init(in, bytes, MPI_BYTE, MPI_ANY_SOURCE, number, MPI_COMM_WORLD, &request);
        MPI_Start(&request);
        MPI_Wait(&request, &status);
        MPI_Request_free(&request);
    }
    MPI_Get_count(&status, MPI_BYTE, &count);
    check(checked == 0 || count == bytes, "its length", number);
    for (int index = 0; index < checked; ++index)
        if (in[index * stride] != byte_of(from, number, index)) {
            check(0, "its data", number);
            break;
        }
}

// To the next rank, received in an order of the seed's.
static void exchange(unsigned seed) {
    const int to = (rank + 1) % ranks, from = (rank + ranks - 1) % ranks;
    static unsigned char* out[messages];
    static int order[messages];
    MPI_Request requests[messages];
    unsigned char* in = malloc(2 * longest);
    const int buffer_bytes = messages * (longest + MPI_BSEND_OVERHEAD) / 4;
    void* buffer = malloc((size_t)buffer_bytes);
    MPI_Buffer_attach(buffer, buffer_bytes);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int number = 0; number < messages; ++number) {
        const int bytes = length_of(number);
        out[number] = malloc((size_t)bytes);
        for (int index = 0; index < bytes; ++index) out[number][index] = byte_of(rank, number, index);
        requests[number] = start_send(number, out[number], to);
        order[number] = number;
    }
    for (int number = 0; number < messages; ++number) {
        srand(seed * 1000 + (unsigned)number);
        const int other = number + rand() % (messages - number), chosen = order[other];
        order[other] = order[number];
        receive(chosen, in, from);
    }
    // One that nobody receives is taken back.
    MPI_Request vain;
    MPI_Status status;
    int cancelled;
    MPI_Issend(in, longest, MPI_BYTE, to, messages, MPI_COMM_WORLD, &vain);
    MPI_Cancel(&vain);
    MPI_Wait(&vain, &status);
    MPI_Test_cancelled(&status, &cancelled);
    check(cancelled, "not cancelled", messages);
    MPI_Waitall(messages, requests, MPI_STATUSES_IGNORE);
    for (int number = 0; number < messages; ++number) {
        if (number % 4 == 2) MPI_Request_free(&requests[number]);
        free(out[number]);
    }
    int bytes = buffer_bytes;
    MPI_Buffer_detach(&buffer, &bytes);
    free(buffer);
    free(in);
}

// All ranks wait for longer than the census does.
static void pass_on(int mebibytes) {
    const int bytes = mebibytes << 20;
    char* data = malloc((size_t)bytes);
    memset(data, rank == 0 ? 'x' : 0, (size_t)bytes);
    if (rank > 0) MPI_Recv(data, bytes, MPI_BYTE, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank < ranks - 1) MPI_Ssend(data, bytes, MPI_BYTE, rank + 1, 0, MPI_COMM_WORLD);
    check(data[bytes - 1] == 'x' && data[bytes / 2] == 'x', "its data", 0);
    free(data);
}

static void kill_soon(void) {
    const pid_t self = getpid();
    if (fork() != 0) return;
    usleep(300000);
    kill(self, SIGKILL);
    _exit(0);
}

int main(int argc, char** argv) {
    const char* mode = argc > 1 ? argv[1] : "exchange";
    const unsigned seed = argc > 2 ? (unsigned)atoi(argv[2]) : 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (strcmp(mode, "long") == 0) {
        pass_on(256);
    } else {
        exchange(seed);
    }
    if (strcmp(mode, "stuck") == 0) MPI_Recv(&rank, 1, MPI_INT, (rank + 1) % ranks, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (strcmp(mode, "killed") == 0) {
        if (rank == ranks - 1) kill_soon();
        for (;;) exchange(seed);
    }
    printf("rank %d of %d: %s\n", rank, ranks, errors == 0 ? "ok" : "wrong");
    MPI_Finalize();
    return errors != 0;
}
