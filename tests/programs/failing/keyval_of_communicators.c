// A key of communicators is none of datatypes.
// ranks: 1
// exit: nonzero
// stderr: MPI_Type_set_attr: keyval = [0-9]*: not a key of datatypes.*MPI_ERR_KEYVAL
#include "../common/program.h"

int main(int argc, char** argv) {
    int key;
    MPI_Datatype type;
    begin(&argc, &argv);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_set_attr(type, key, NULL);
    return end("not reached");
}
