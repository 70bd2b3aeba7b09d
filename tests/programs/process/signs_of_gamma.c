// signgam is that of the rank's own last lgamma.
// ranks: 1 4
// machine: host
// flags: -lm
#define _GNU_SOURCE
#include "../common/program.h"
#include <math.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    const double value = rank % 2 == 0 ? -0.5 : 2.5; // gamma(-0.5) is negative
    const double expected = rank % 2 == 0 ? 1.2655121234846454 : 0.2846828704729192;
    const double result = lgamma(value);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(signgam == (rank % 2 == 0 ? -1 : 1));
    CHECK(fabs(result - expected) < 1e-12);
    const float single = lgammaf((float)-value);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(signgam == (rank % 2 == 0 ? 1 : -1));
    CHECK(single < 1.0F);
    const double wide = lgammaf64(value);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(signgam == (rank % 2 == 0 ? -1 : 1) && wide == result);
    return end("signs of gamma");
}
