#include "../../programs/common/program.h"
#include <dlfcn.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    void* const plugin = dlopen("./libplugin.so", RTLD_NOW);
    CHECK(plugin != NULL);
    int (*const count_call)(void) = dlsym(plugin, "count_call");
    for (int call = 1; call <= rank + 1; ++call) CHECK(count_call() == call);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(dlopen("./libplugin.so", RTLD_NOW) == plugin && count_call() == rank + 2);
    // Found in folders.
    CHECK(dlopen("libm.so.6", RTLD_NOW) != NULL);
    // Once nobody needs it, it is opened as new.
    CHECK(dlclose(plugin) == 0 && dlclose(plugin) == 0);
    void* const again = dlopen("./libplugin.so", RTLD_NOW);
    CHECK(again != NULL);
    int (*const count_again)(void) = dlsym(again, "count_call");
    CHECK(count_again() == 1);
    CHECK(dlopen("./nowhere.so", RTLD_NOW) == NULL && dlerror() != NULL);
    return end("plug-ins of a rank");
}
