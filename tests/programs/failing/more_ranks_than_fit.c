// More ranks than the system has memory mappings for: said before the program runs out of anything else.
// ranks: 60000
// exit: 1
// stderr: ^sartor: rank [0-9]+: no memory for its stack
// stderr: ^sartor:   60000 ranks: are they more than fit[?] .*vm.max_map_count
#include <mpi.h>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Finalize();
    return 0;
}
