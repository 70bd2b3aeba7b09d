// A handler of SIGSEGV runs on its rank's own stack for signals when the rank's stack is used up.
// ranks: 1 3
// machine: host
#include "../common/program.h"
#include <setjmp.h>
#include <signal.h>

static sigjmp_buf back;
static char memory[1 << 16];
static volatile int is_there;
static void jump(int number) {
    char local;
    (void)number;
    is_there = &local >= memory && &local < memory + sizeof memory;
    siglongjmp(back, 1);
}

static int deep(volatile char* above) {
    volatile char used[4096];
    used[0] = above != NULL ? *above : 0;
    return rank < 0 ? 0 : deep(used) + used[0];
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory}, now;
    CHECK(sigaltstack(&stack, NULL) == 0);
    struct sigaction action = {0};
    action.sa_handler = jump;
    action.sa_flags = SA_ONSTACK;
    CHECK(sigaction(SIGSEGV, &action, NULL) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int turn = 0; turn < 2; ++turn) {
        is_there = 0;
        if (sigsetjmp(back, 1) == 0) deep(NULL);
        CHECK(is_there);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    CHECK(sigaltstack(NULL, &now) == 0 && now.ss_sp == memory);
    return end("stacks for signals");
}
