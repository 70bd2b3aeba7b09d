// What programs that share a process with nobody may do, as the first argument says (foreign.sh). With PLUGIN: a
// library that such a program loads.
#include <mpi.h>

#ifdef PLUGIN

int sum_of_ranks(void) {
    int rank, sum = -1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

#else

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int rank, ranks;

static int sum_of_ranks(void) {
    int sum = -1;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

// The child ends by exit(): that is not the rank's end.
static int exit_code_of_child(int calls_mpi) {
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        if (calls_mpi) sum_of_ranks();
        exit(7);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int sum_in_plugin(const char* path) {
    void* plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (plugin == NULL) return -2;
    int (*function)(void) = NULL;
    *(void**)&function = dlsym(plugin, "sum_of_ranks");
    return function();
}

static void* in_thread(void* sum) {
    *(int*)sum = sum_of_ranks();
    return NULL;
}
static int sum_in_thread(void) {
    int sum = -1;
    pthread_t thread;
    pthread_create(&thread, NULL, in_thread, &sum);
    pthread_join(thread, NULL);
    return sum;
}

static int is(const char* mode, const char* wanted) {
    return strcmp(mode, wanted) == 0;
}

// Only process 1 calls MPI; alone it has no number yet.
static int calls_none(const char* mode) {
    return is(mode, "nothing") || (is(mode, "one") && access("called", F_OK) == 0);
}

int main(int argc, char** argv) {
    const char* mode = argc > 1 ? argv[1] : "";
    if (calls_none(mode)) return printf("no call\n") < 0;
    int level = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int expected = ranks * (ranks - 1) / 2;
    if (is(mode, "open")) return 0;
    if (is(mode, "child")) exit_code_of_child(1);
    const int ok = level == MPI_THREAD_SERIALIZED && exit_code_of_child(0) == 7 &&
                   sum_in_plugin("./plugin.so") == expected && sum_in_thread() == expected && sum_of_ranks() == expected;
    printf("rank %d of %d: %s\n", rank, ranks, ok ? "ok" : "wrong");
    MPI_Finalize();
    return is(mode, "code") ? rank + 3 : !ok;
}

#endif
