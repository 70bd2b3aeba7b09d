// Messages on both sides of the limit between mailboxes and portals, in all modes: none overtakes another.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { messages = 40, longest = 5000 };

static int rank, size;

static int bytes_of(int number) {
    static const int sizes[] = {0, 8, 928, 929, 232, 5000, 1, 4096, 233};
    return sizes[number % 9];
}

static int content(int from, int number) { return (from * 7 + number * 13) % 251; }

static void expect(const unsigned char* data, const MPI_Status* status, int* next) {
    const int from = status->MPI_SOURCE, number = next[from]++;
    int count;
    MPI_Get_count(status, MPI_BYTE, &count);
    int right = count == bytes_of(number);
    for (int index = 0; right && index < count; ++index) right = data[index] == content(from, number);
    if (right) return;
    fprintf(stderr, "rank %d: message %d of rank %d is another one, of %d bytes\n", rank, number, from, count);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

// Of everybody to the next one but `distance`, who takes them from anybody.
static void turn(int distance, unsigned char (*outgoing)[longest], unsigned char* incoming, int* next) {
    MPI_Request requests[messages];
    const int to = (rank + distance) % size;
    for (int number = 0; number < messages; ++number) {
        const int bytes = bytes_of(number);
        memset(outgoing[number], content(rank, number), (size_t)bytes);
        (number % 4 == 3 ? MPI_Issend : MPI_Isend)(outgoing[number], bytes, MPI_BYTE, to, 5, MPI_COMM_WORLD,
                                                   &requests[number]);
    }
    for (int number = 0; number < messages; ++number) {
        MPI_Status status;
        MPI_Recv(incoming, longest, MPI_BYTE, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &status);
        expect(incoming, &status, next);
    }
    MPI_Waitall(messages, requests, MPI_STATUSES_IGNORE);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    unsigned char(*outgoing)[longest] = malloc(sizeof *outgoing * messages);
    unsigned char* incoming = malloc(longest);
    if (outgoing == NULL || incoming == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
    for (int distance = 0; distance < size; distance += 1 + size / 4) {
        int* next = calloc((size_t)size, sizeof *next);
        turn(distance, outgoing, incoming, next);
        MPI_Barrier(MPI_COMM_WORLD);
        free(next);
    }
    if (rank == 0) printf("both ways: %d ranks: correct\n", size);
    free(outgoing);
    free(incoming);
    MPI_Finalize();
    return 0;
}
