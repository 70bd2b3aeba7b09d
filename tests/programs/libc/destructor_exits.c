// A function that is called at the end ends the rank itself, with another exit code; _exit calls none.
// count: (N+1)/2 ^rank [0-9]*[02468] ends$
// exit: 7
// oracle: no
#include "../common/program.h"
#include <unistd.h>

__attribute__((destructor)) static void leave(void) {
    printf("rank %d ends\n", rank);
    exit(7);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    const int code = end("a destructor that exits");
    if (rank % 2 != 0) _exit(code);
    return code;
}
