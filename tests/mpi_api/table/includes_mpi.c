/* Uses a bit of everything that mpi.h declares, and checks the sizes of the standard ABI. */
#include <assert.h>
#include <mpi.h>

#if MPI_VERSION != 5 || MPI_SUBVERSION != 0 || MPI_ABI_VERSION != 1
#error "the version must be known to the preprocessor"
#endif

typedef char status_size[sizeof(MPI_Status) == 32 ? 1 : -1];
typedef char aint_size[sizeof(MPI_Aint) == sizeof(void*) ? 1 : -1];
typedef char count_size[sizeof(MPI_Count) == 8 && sizeof(MPI_Offset) == 8 ? 1 : -1];
typedef char handle_size[sizeof(MPI_Comm) == sizeof(void*) ? 1 : -1];

enum { constant_expressions = MPI_ANY_SOURCE + MPI_ANY_TAG + MPI_PROC_NULL + MPI_ERR_RANK };

static char name[MPI_MAX_PROCESSOR_NAME];

static void add(void* in, void* inout, int* len, MPI_Datatype* datatype) {
    (void)datatype;
    *(int*)inout += *len * *(int*)in;
}

static void on_error(MPI_Comm* comm, int* code, ...) {
    (void)comm;
    (void)code;
}

static int use_functions(void* buffer) {
    MPI_Op op = MPI_OP_NULL;
    MPI_Errhandler handler = MPI_ERRORS_RETURN;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Status status;
    int length = 0, keyval = MPI_KEYVAL_INVALID;
    int error = MPI_Get_processor_name(name, &length);
    error |= MPI_Send(MPI_BOTTOM, 0, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    error |= PMPI_Recv_c(buffer, 1, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, &status);
    error |= MPI_Op_create(add, 1, &op) | MPI_Comm_create_errhandler(on_error, &handler);
    error |= MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &keyval, MPI_STATUS_IGNORE);
    error |= MPI_Waitall(1, &request, MPI_STATUSES_IGNORE) | MPI_Win_fence(MPI_MODE_NOPUT, MPI_WIN_NULL);
    return error | status.MPI_SOURCE | status.MPI_TAG | status.MPI_ERROR;
}

int main(int argc, char** argv) {
    MPI_T_cb_safety safety = MPI_T_CB_REQUIRE_NONE;
    assert(safety == MPI_T_CB_REQUIRE_NONE);
    if (MPI_Init(&argc, &argv) != MPI_SUCCESS) return constant_expressions != 0;
    return use_functions(name) | MPI_Finalize() | (MPI_Wtime() < 0) | (int)safety;
}
