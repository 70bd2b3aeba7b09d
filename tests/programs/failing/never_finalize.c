// A program that returns from main without MPI_Finalize.
// ranks: 1 2
// exit: nonzero
// stderr: ^sartor: rank [0-9]+ returned 0 from main without MPI_Finalize
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    return verdict("leave without MPI_Finalize");
}
