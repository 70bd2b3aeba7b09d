// More ranks than the system has memory mappings for: said before any rank starts.
// ranks: 60000
// exit: 1
// stderr: ^sartor: 60000 ranks are too many: each rank has its own copy .*vm.max_map_count
#include <mpi.h>

static int calls;

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    ++calls;
    MPI_Finalize();
    return calls - 1;
}
