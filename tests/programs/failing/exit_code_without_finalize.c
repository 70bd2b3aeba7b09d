// A code of the program's own is kept, and told.
// ranks: 2
// exit: 7
// stderr: ^sartor: rank [01] returned 7 from main without MPI_Finalize$
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    CHECK(count_every_function() > 0);
    return 7;
}
