// Ranks that bind themselves to one processor, as if each were a process: workers stay where they are.
// ranks: 1 2 4 8
// flags: -D_GNU_SOURCE
// stderr: calls pthread_setaffinity_np: ranks run on the processors of their workers
#include "../common/program.h"
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

static int same(const cpu_set_t* one, const cpu_set_t* other) {
    return CPU_EQUAL(one, other);
}

// The processors that the system says this thread may run on, whatever the library says.
static long processors_of_thread(void) {
    char path[64], line[4096];
    snprintf(path, sizeof path, "/proc/self/task/%d/status", (int)gettid());
    FILE* file = fopen(path, "r");
    unsigned mask = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "Cpus_allowed:", 13) == 0) {
            const char* last = strrchr(line, ',');
            sscanf(last != NULL ? last + 1 : line + 13, "%x", &mask);
        }
    if (file != NULL) fclose(file);
    return mask;
}

int main(int argc, char** argv) {
    cpu_set_t before, wanted, got;
    begin(&argc, &argv);
    const long real = processors_of_thread();
    CHECK(sched_getaffinity(0, sizeof before, &before) == 0);
    CPU_ZERO(&wanted);
    CPU_SET(sched_getcpu(), &wanted);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(pthread_setaffinity_np(pthread_self(), sizeof wanted, &wanted) == 0);
    CHECK(pthread_getaffinity_np(pthread_self(), sizeof got, &got) == 0 && same(&got, &wanted));
    CHECK(sched_getaffinity(0, sizeof got, &got) == 0 && same(&got, &wanted));
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(processors_of_thread() == real);
    CHECK(sched_setaffinity(0, sizeof before, &before) == 0);
    CHECK(sched_getaffinity(0, sizeof got, &got) == 0 && same(&got, &before));
    CPU_ZERO(&wanted);
    CPU_SET(CPU_SETSIZE - 1, &wanted);
    CHECK(sched_setaffinity(0, sizeof wanted, &wanted) == -1 && errno == EINVAL);
    return end("pinned");
}
