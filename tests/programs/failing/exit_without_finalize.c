// exit() without MPI_Finalize is reported with its code and call site; the run fails even where the code is 0.
// ranks: 1 3
// flags: -g
// exit: nonzero
// stderr: ^sartor: rank [0-2] called exit\(0\) without MPI_Finalize$
// stderr: ^sartor:   called in give_up\+0x.* \(exit_without_finalize\.c:10\)$
#include "../common/program.h"

__attribute__((noinline)) static void give_up(int code) {
    exit(code);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    if (argc < 100) give_up(0);
    return end("not reached");
}
