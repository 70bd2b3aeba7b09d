// What an attribute's callback returns goes to the error handler.
// ranks: 1
// exit: nonzero
// stdout: errors return: 17 17
// stderr: ranks? [-0-9, ]+: MPI_Comm_dup: the copy callback of an attribute returned 17
// oracle: no
#include "../common/program.h"

static int refuse_copy(MPI_Comm comm, int key, void* extra, void* from, void* to, int* flag) {
    (void)comm, (void)key, (void)extra, (void)from, (void)to;
    *flag = 0;
    return 17;
}
static int refuse_delete(MPI_Comm comm, int key, void* value, void* extra) {
    (void)comm, (void)key, (void)value, (void)extra;
    return 17;
}

int main(int argc, char** argv) {
    int uncopied, undeleted;
    MPI_Comm copy;
    begin(&argc, &argv);
    MPI_Comm_create_keyval(refuse_copy, MPI_COMM_NULL_DELETE_FN, &uncopied, NULL);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, refuse_delete, &undeleted, NULL);
    MPI_Comm_set_attr(MPI_COMM_WORLD, uncopied, NULL);
    MPI_Comm_set_attr(MPI_COMM_WORLD, undeleted, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    printf("errors return: %d %d\n", MPI_Comm_dup(MPI_COMM_WORLD, &copy), MPI_Comm_delete_attr(MPI_COMM_WORLD, undeleted));
    fflush(stdout);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    return end("not reached");
}
