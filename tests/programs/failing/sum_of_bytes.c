// MPI_SUM of MPI_BYTE, which is for bits only (MPI-5.0 section 6.9.2): other MPIs add such bytes, and the text says so.
// ranks: 1 3
// exit: nonzero
// oracle: no
// stderr: MPI_Allreduce: op = MPI_SUM: not defined for MPI_BYTE .*, although some MPIs allow it: use MPI_UINT8_T.*MPI_ERR_OP
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    unsigned char byte = (unsigned char)rank, sum = 0;
    MPI_Allreduce(&byte, &sum, 1, MPI_BYTE, MPI_SUM, MPI_COMM_WORLD);
    return end("not reached");
}
