// HPL of hpcc 1.5.0 has no main() of its own; without a whole input file it would take values that hpcc has set.
#include <stdlib.h>

#include "hpl.h"

int HPCC_Defaults(void);
int HPCC_Defaults(void) {
    abort();
}

int main(int argc, char** argv) {
    HPL_RuntimeData data;
    int failed = 0;
    MPI_Init(&argc, &argv);
    HPL_main(argc, argv, &data, &failed);
    MPI_Finalize();
    return failed;
}
