// A thread level that is none.
// ranks: 1
// exit: nonzero
// oracle: no
// stderr: MPI_Init_thread: required = 77: expected MPI_THREAD_SINGLE, .*MPI_ERR_ARG
#include "../common/program.h"

int main(int argc, char** argv) {
    int provided;
    MPI_Init_thread(&argc, &argv, 77, &provided);
    return end("not reached");
}
