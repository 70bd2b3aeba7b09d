// Private globals, and messages between neighbours, with many more ranks than cores.
// ranks: 64 192
// oracle: no
#include "../common/program.h"

static long sum;
static int table[1000];

int main(int argc, char** argv) {
    begin(&argc, &argv);
    for (int index = 0; index < 1000; ++index) table[index] = rank ^ index;
    int right = (rank + 1) % size, left = (rank + size - 1) % size, token = rank;
    for (int step = 0; step < size; ++step) {
        sum += token;
        int next;
        MPI_Sendrecv(&token, 1, MPI_INT, right, 0, &next, 1, MPI_INT, left, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        token = next;
    }
    CHECK(sum == (long)size * (size - 1) / 2 && token == rank);
    for (int index = 0; index < 1000; ++index) CHECK(table[index] == (rank ^ index));
    return end("many ranks");
}
