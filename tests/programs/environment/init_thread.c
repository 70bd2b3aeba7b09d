// MPI_Init_thread grants a level between the first and the one wanted; null arguments are allowed.
#include "../common/program.h"

int main(void) {
    int provided = -1;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    find_rank();
    CHECK(provided >= MPI_THREAD_SINGLE && provided <= MPI_THREAD_MULTIPLE);
    return end("MPI_Init_thread");
}
