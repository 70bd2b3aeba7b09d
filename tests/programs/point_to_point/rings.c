// Rings of Sendrecv in both directions with every distance, with different counts on both sides.
#include "../common/program.h"

enum { longest = 20000 };

static int numbers[longest];
static unsigned char bytes[longest * sizeof(int)];

static void shift(int distance, int count) {
    int to = (rank + distance) % size, from = (rank + size - distance % size) % size, received;
    MPI_Status status;
    for (int index = 0; index < count; ++index) numbers[index] = rank * 7 + index;
    MPI_Sendrecv(numbers, count * (int)sizeof(int), MPI_BYTE, to, rank, bytes, (int)sizeof bytes, MPI_BYTE,
                 from, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_BYTE, &received);
    CHECK(received == count * (int)sizeof(int) && status.MPI_SOURCE == from && status.MPI_TAG == from);
    for (int index = 0; index < count; ++index) {
        int number;
        memcpy(&number, bytes + (size_t)index * sizeof number, sizeof number);
        CHECK(number == from * 7 + index);
    }
}

int main(int argc, char** argv) {
    const int counts[] = {0, 1, 10, 2000, longest};
    begin(&argc, &argv);
    for (int distance = 0; distance < size; ++distance)
        for (int index = 0; index < 5; ++index) shift(distance, counts[index]);
    return end("rings");
}
