// A program may have variables by names of the C library that ISO C does not reserve, and call lgamma.
// ranks: 1 4
// machine: host
// flags: -std=c11 -lm
#include "../common/program.h"
#include <math.h>

double gamma = 1.4;
int signgam = 5;

int main(int argc, char** argv) {
    begin(&argc, &argv);
    const double result = lgamma(rank % 2 == 0 ? -0.5 : 2.5);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(result > 0 && gamma == 1.4 && signgam == 5);
    return end("names of the program");
}
