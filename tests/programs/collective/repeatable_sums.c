// Floating-point sums have the same bits whenever they are computed, whichever rank comes first.
// repeatable: yes
// oracle: verdict
#include "../common/program.h"
#include <stdint.h>

static double own_value(void) {
    return 1.0 / (3 + rank) * (rank % 2 ? 1e10 : 1e-3);
}

static uint64_t bits_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void dawdle(int round) {
    volatile unsigned sink = 0;
    for (unsigned spin = 0; spin < mixed((unsigned)(rank * 100 + round)) % 20000; ++spin) sink += spin;
    (void)sink;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    double value = own_value(), first = 0, sum = 0, at_root = 0, first_at_root = 0;
    MPI_Allreduce(&value, &first, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Reduce(&value, &first_at_root, 1, MPI_DOUBLE, MPI_SUM, size / 2, MPI_COMM_WORLD);
    for (int round = 0; round < 30; ++round) {
        dawdle(round);
        MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        CHECK(bits_of(sum) == bits_of(first));
        dawdle(round + 1000);
        MPI_Reduce(&value, &at_root, 1, MPI_DOUBLE, MPI_SUM, size / 2, MPI_COMM_WORLD);
        CHECK(bits_of(at_root) == bits_of(first_at_root));
    }
    MPI_Bcast(&sum, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    CHECK(bits_of(sum) == bits_of(first)); // all ranks have the same bits
    if (rank == 0) printf("sum: %016llx\n", (unsigned long long)bits_of(first));
    return end("repeatable sums");
}
