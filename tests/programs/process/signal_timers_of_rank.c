// Timers of timer_create and of processor time signal the rank that set them.
// ranks: 1 4
// machine: host
#include "../common/program.h"
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t ticks;
static void* volatile value;
static void tick(int number, siginfo_t* information, void* context) {
    (void)number;
    (void)context;
    value = information->si_value.sival_ptr;
    ++ticks;
}

static void on(int number) {
    struct sigaction action = {0};
    action.sa_sigaction = tick;
    action.sa_flags = SA_SIGINFO;
    CHECK(sigaction(number, &action, NULL) == 0);
    ticks = 0;
}

static void wait_or_compute(int computes) {
    double start = MPI_Wtime();
    while (MPI_Wtime() - start < 0.3)
        if (!computes) usleep(1000);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    const int mine = rank % 2 == 0;
    timer_t timer;
    struct sigevent event = {0};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGRTMIN;
    event.sigev_value.sival_ptr = &timer;
    on(SIGRTMIN);
    CHECK(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
    struct itimerspec time = {{0, 0}, {0, 10000000}};
    MPI_Barrier(MPI_COMM_WORLD);
    if (mine) CHECK(timer_settime(timer, 0, &time, NULL) == 0);
    wait_or_compute(0);
    CHECK(ticks == mine && (!mine || value == &timer));
    on(SIGALRM);
    CHECK(timer_create(CLOCK_REALTIME, NULL, &timer) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    if (!mine) CHECK(timer_settime(timer, 0, &time, NULL) == 0);
    wait_or_compute(0);
    CHECK(ticks == !mine);
    struct itimerval interval = {{0, 0}, {0, 10000}};
    on(SIGVTALRM);
    MPI_Barrier(MPI_COMM_WORLD);
    if (mine) CHECK(setitimer(ITIMER_VIRTUAL, &interval, NULL) == 0);
    wait_or_compute(1);
    CHECK(ticks == mine);
    on(SIGPROF);
    MPI_Barrier(MPI_COMM_WORLD);
    if (!mine) CHECK(setitimer(ITIMER_PROF, &interval, NULL) == 0);
    wait_or_compute(1);
    CHECK(ticks == !mine);
    return end("timers of a rank");
}
