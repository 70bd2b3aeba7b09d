// Globals as message buffers: a message goes from one rank's variable to the same variable of another rank.
#include "../common/program.h"

enum { length = 5000 };

static int numbers[length];
static int received[length];

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    for (int index = 0; index < length; ++index) numbers[index] = rank * length + index;
    MPI_Sendrecv(numbers, length, MPI_INT, right, 0, received, length, MPI_INT, left, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    for (int index = 0; index < length; ++index) CHECK(received[index] == left * length + index);
    MPI_Bcast(numbers, length, MPI_INT, size - 1, MPI_COMM_WORLD);
    for (int index = 0; index < length; ++index) CHECK(numbers[index] == (size - 1) * length + index);
    return end("messages between globals");
}
