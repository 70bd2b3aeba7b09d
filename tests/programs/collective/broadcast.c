// MPI_Bcast from each root, every size class, several datatypes.
#include "../common/program.h"

enum { largest = 300000 };

static int numbers[largest];
static double fractions[100];

static void broadcast(int root, int count) {
    for (int index = 0; index < count; ++index) numbers[index] = rank == root ? root * 13 + index : -1;
    if (count < largest) numbers[count] = -77;
    MPI_Bcast(numbers, count, MPI_INT, root, MPI_COMM_WORLD);
    for (int index = 0; index < count; ++index) CHECK(numbers[index] == root * 13 + index);
    CHECK(count == largest || numbers[count] == -77);
}

int main(int argc, char** argv) {
    const int counts[] = {0, 1, 3, 100, 1792, 2048, 2304, 20000, largest};
    begin(&argc, &argv);
    for (int root = 0; root < size; ++root) {
        for (int index = 0; index < 9; ++index) broadcast(root, counts[index]);
        for (int index = 0; index < 100; ++index) fractions[index] = rank == root ? index / 7.0 : 0;
        MPI_Bcast(fractions, 100, MPI_DOUBLE, root, MPI_COMM_WORLD);
        CHECK(fractions[99] == 99 / 7.0 && fractions[1] == 1 / 7.0);
    }
    return end("broadcasts");
}
