// on_exit: the handlers of a rank get its exit code, the last one first.
// ranks: 1 3
// exit: 3
// count: N first 3
// count: N second 3
#define _DEFAULT_SOURCE
#include "../common/program.h"

static void first(int status, void* argument) {
    printf("first %d\n", status + *(int*)argument);
}
static void second(int status, void* argument) {
    printf("second %d\n", status + *(int*)argument);
}

int main(int argc, char** argv) {
    static int argument;
    begin(&argc, &argv);
    argument = 0;
    on_exit(&first, &argument);
    on_exit(&second, &argument);
    MPI_Barrier(MPI_COMM_WORLD);
    end("status at the end");
    exit(3);
}
