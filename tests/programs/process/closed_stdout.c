// A rank that closes its standard output leaves that of others open.
// ranks: 4
#include "../common/program.h"
#include <unistd.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    if (rank == 1) CHECK(fclose(stdout) == 0);
    if (rank == 2) CHECK(close(1) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    return end("a closed stream");
}
