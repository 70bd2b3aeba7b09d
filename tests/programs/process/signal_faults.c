// Handlers of SIGFPE and SIGSEGV jump back: the rank goes on, and so do others.
// ranks: 1 4
// machine: host
#include "../common/program.h"
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>

static sigjmp_buf back;
static volatile sig_atomic_t got;
static void jump(int number) {
    got = number;
    siglongjmp(back, 1);
}
static volatile int zero;
static volatile int* volatile nothing;

int main(int argc, char** argv) {
    begin(&argc, &argv);
    signal(SIGFPE, jump);
    struct sigaction action = {0};
    action.sa_handler = jump;
    sigaction(SIGSEGV, &action, NULL);
    int faults = 0;
    for (int round = 0; round < 3; ++round) {
        if (sigsetjmp(back, 1) == 0)
            faults += 1000 + rank / zero;
        else
            faults += got == SIGFPE;
        MPI_Barrier(MPI_COMM_WORLD);
        if (sigsetjmp(back, 1) == 0)
            faults += 1000 + *nothing;
        else
            faults += got == SIGSEGV;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    CHECK(faults == 6);
    return end("faults that are handled");
}
