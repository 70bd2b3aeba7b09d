// abort() that a rank handles: its handler jumps back, others are not concerned.
// ranks: 1 4
// machine: host
#include "../common/program.h"
#include <setjmp.h>
#include <signal.h>

static sigjmp_buf back;
static void jump(int number) {
    (void)number;
    siglongjmp(back, 1);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    signal(SIGABRT, jump);
    volatile int jumped = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (sigsetjmp(back, 1) == 0)
        abort();
    else
        jumped = 1;
    CHECK(jumped == 1);
    return end("a handled abort");
}
