// Functions and variables of the program by name, each rank's own.
// ranks: 1 4
// flags: -rdynamic -ldl
// oracle: verdict
#define _GNU_SOURCE
#include "../common/program.h"
#include <dlfcn.h>

int of_rank = -1;
static int twice(int number) {
    return -number;
}
int next(int number) {
    return number + 1;
}
int before(int number) {
    return twice(twice(number)) - 1;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    of_rank = rank;
    MPI_Barrier(MPI_COMM_WORLD);
    int (*const called)(int) = dlsym(RTLD_DEFAULT, rank % 2 == 0 ? "next" : "before");
    CHECK(called != NULL && called(10) == (rank % 2 == 0 ? 11 : 9));
    void* const program = dlopen(NULL, RTLD_NOW);
    CHECK(program != NULL);
    const int* const variable = dlsym(program, "of_rank");
    CHECK(variable == &of_rank && *variable == rank);
    CHECK(dlsym(RTLD_DEFAULT, "nothing_of_this_name") == NULL);
    CHECK(dlsym(RTLD_NEXT, "malloc") != NULL);
    return end("symbols by name");
}
