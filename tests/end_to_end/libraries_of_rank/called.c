#include "../../programs/common/program.h"
#include <dlfcn.h>

int called;
int of_program(int number) {
    return 100 * rank + number;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    void* const plugin = dlopen("./libcalling.so", RTLD_NOW);
    if (plugin == NULL) fprintf(stderr, "%s\n", dlerror());
    CHECK(plugin != NULL);
    int (*const call_program)(int) = plugin != NULL ? (int (*)(int))dlsym(plugin, "call_program") : NULL;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int time = 0; time <= rank && call_program != NULL; ++time)
        CHECK(call_program(time) == 100 * rank + time + 1);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(called == rank + 1);
    return end("a plug-in that calls the program");
}
