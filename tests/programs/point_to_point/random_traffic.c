// Messages of random sizes and tags between all ranks: wildcard receives find them whole, in order.
#include "../common/program.h"

enum { messages = 60, longest = 5000 };

static unsigned content_of(int from, int to, int number) {
    return mixed((unsigned)((from * 64 + to) * 1000 + number));
}
static int length_of(unsigned content) {
    return (int)(content % 3 ? content % 50 + 1 : content % longest + 1);
}

static unsigned* build(int to, int number, int* length) {
    unsigned content = content_of(rank, to, number);
    unsigned* message;
    *length = length_of(content);
    message = malloc((size_t)*length * sizeof *message);
    message[0] = (unsigned)number;
    for (int position = 1; position < *length; ++position) message[position] = content + (unsigned)position;
    return message;
}

static void send_all(MPI_Request* requests, unsigned** built) {
    for (int number = 0; number < messages; ++number)
        for (int to = 0; to < size; ++to) {
            int length, index = number * size + to;
            built[index] = build(to, number, &length);
            MPI_Isend(built[index], length, MPI_UNSIGNED, to, (int)(content_of(rank, to, number) % 5),
                      MPI_COMM_WORLD, &requests[index]);
        }
}

static void check_message(const unsigned* message, MPI_Status* status, int* next) {
    int from = status->MPI_SOURCE, number = next[from]++, count;
    unsigned content = content_of(from, rank, number);
    MPI_Get_count(status, MPI_UNSIGNED, &count);
    CHECK(message[0] == (unsigned)number && count == length_of(content) &&
          status->MPI_TAG == (int)(content % 5));
    for (int position = 1; position < count; ++position) CHECK(message[position] == content + (unsigned)position);
}

int main(int argc, char** argv) {
    static unsigned message[longest + 1];
    begin(&argc, &argv);
    int total = messages * size;
    MPI_Request* requests = malloc((size_t)total * sizeof *requests);
    unsigned** built = malloc((size_t)total * sizeof *built);
    int* next = calloc((size_t)size, sizeof *next);
    send_all(requests, built);
    for (int count = 0; count < total; ++count) {
        MPI_Status status;
        MPI_Recv(message, longest + 1, MPI_UNSIGNED, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        check_message(message, &status, next);
    }
    MPI_Waitall(total, requests, MPI_STATUSES_IGNORE);
    for (int position = 0; position < total; ++position) free(built[position]);
    free(next), free(built), free(requests);
    return end("random traffic");
}
