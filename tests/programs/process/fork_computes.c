// Children compute, write into a pipe and end by exit; each rank waits for its own.
// ranks: 1 4 8
// count: N a line of a child
#include "../common/program.h"
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int handlers;
static void at_end(void) {
    ++handlers;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    atexit(at_end);
    int ends[2];
    CHECK(pipe(ends) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    pid_t first = fork();
    if (first == 0) {
        close(ends[0]);
        double sum = 0;
        for (int index = 1; index < 100000; ++index) sum += 1.0 / index * rank;
        struct timespec pause = {0, 20000000};
        nanosleep(&pause, NULL);
        if (write(ends[1], &sum, sizeof sum) != sizeof sum) exit(9);
        printf("a line of a child\n");
        exit(rank + 1);
    }
    pid_t second = fork();
    if (second == 0) _exit(50);
    close(ends[1]);
    double sum = -1;
    CHECK(read(ends[0], &sum, sizeof sum) == sizeof sum);
    CHECK(sum >= 11.0 * rank && sum <= 13.0 * rank);
    char more;
    CHECK(read(ends[0], &more, 1) == 0);
    int codes = 0;
    for (int child = 0; child < 2; ++child) {
        int status = 0;
        pid_t ended = child == 0 ? wait(&status) : waitpid(-1, &status, 0);
        CHECK(ended == first || ended == second);
        CHECK(WIFEXITED(status));
        codes += WEXITSTATUS(status);
    }
    CHECK(codes == rank + 51);
    CHECK(waitpid(-1, NULL, WNOHANG) == -1);
    CHECK(handlers == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    return end("children that compute");
}
