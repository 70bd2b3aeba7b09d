// Traps of floating-point errors that a rank enables are its own.
// ranks: 1 4
// machine: host
// flags: -lm
#define _GNU_SOURCE
#include "../common/program.h"
#include <fenv.h>
#include <setjmp.h>
#include <signal.h>

static sigjmp_buf back;
static void jump(int number) {
    (void)number;
    siglongjmp(back, 1);
}
static volatile double zero;

int main(int argc, char** argv) {
    begin(&argc, &argv);
    volatile int trapped = 0;
    if (rank % 2 == 0) {
        signal(SIGFPE, jump);
        feenableexcept(FE_DIVBYZERO);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (sigsetjmp(back, 1) == 0) {
        volatile double result = 1.0 / zero;
        (void)result;
    } else {
        trapped = 1;
    }
    CHECK(trapped == (rank % 2 == 0));
    fedisableexcept(FE_ALL_EXCEPT);
    MPI_Barrier(MPI_COMM_WORLD);
    return end("traps of a rank");
}
