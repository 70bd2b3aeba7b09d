// Error handlers: user-made, inherited, freed, called; errors without a communicator (MPI-5.0 section 9.3).
// ranks: 1 2 3
#include "../common/frame.h"

static int handled, last_code;
static MPI_Comm last_comm;

static void note(MPI_Comm* comm, int* code, ...) {
    ++handled;
    last_comm = *comm;
    last_code = *code;
}

static void forget(void) {
    handled = 0, last_code = MPI_SUCCESS, last_comm = MPI_COMM_NULL;
}

// The call goes to the handler of its communicator, and returns the code.
static void own_handler(void) {
    MPI_Errhandler handler, found;
    MPI_Comm comm, twin;
    int value = 0, code;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_errhandler(note, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    MPI_Comm_get_errhandler(comm, &found);
    CHECK(found == handler);
    MPI_Errhandler_free(&found);
    MPI_Errhandler_free(&handler);
    CHECK(handler == MPI_ERRHANDLER_NULL && found == MPI_ERRHANDLER_NULL);
    forget();
    code = MPI_Send(&value, 1, MPI_INT, size, 0, comm);
    CHECK(class_of(code) == MPI_ERR_RANK && handled == 1 && last_code == code && last_comm == comm);
    MPI_Comm_dup(comm, &twin); // inherits the handler
    forget();
    code = MPI_Send(&value, -1, MPI_INT, 0, 0, twin);
    CHECK(class_of(code) == MPI_ERR_COUNT && handled == 1 && last_comm == twin);
    MPI_Comm_free(&twin);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    forget();
    CHECK_ERROR(MPI_ERR_RANK, MPI_Send(&value, 1, MPI_INT, size, 0, comm));
    CHECK(handled == 0);
    MPI_Comm_free(&comm);
}

// Split and create take the handler along too.
static void inherited(void) {
    MPI_Errhandler found;
    MPI_Comm comm, part;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_split(comm, 0, rank, &part);
    MPI_Comm_get_errhandler(part, &found);
    CHECK(found == MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&found);
    MPI_Comm_free(&part), MPI_Comm_free(&comm);
}

// The handler runs as if an error had occurred; the call itself succeeds.
static void called(void) {
    MPI_Errhandler handler;
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_errhandler(note, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    forget();
    CHECK(MPI_Comm_call_errhandler(comm, MPI_ERR_TOPOLOGY) == MPI_SUCCESS);
    CHECK(handled == 1 && last_code == MPI_ERR_TOPOLOGY && last_comm == comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    CHECK(MPI_Comm_call_errhandler(comm, MPI_ERR_TOPOLOGY) == MPI_SUCCESS && handled == 1);
    MPI_Errhandler_free(&handler);
    MPI_Comm_free(&comm);
}

// The default is MPI_ERRORS_ARE_FATAL.
static void defaults(void) {
    MPI_Errhandler found;
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &found);
    CHECK(found == MPI_ERRORS_ARE_FATAL);
    MPI_Errhandler_free(&found);
    MPI_Comm_get_errhandler(MPI_COMM_SELF, &found);
    CHECK(found == MPI_ERRORS_ARE_FATAL);
    MPI_Errhandler_free(&found);
#if MPI_SINCE(4, 0) && !defined(MPICH_VERSION) // differences.md: MPI_ERRORS_ABORT
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ABORT);
    MPI_Comm_get_errhandler(MPI_COMM_SELF, &found);
    CHECK(found == MPI_ERRORS_ABORT);
    MPI_Errhandler_free(&found);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
#endif
}

// Errors of calls without a communicator are raised on MPI_COMM_SELF since MPI-4.0, on MPI_COMM_WORLD before.
static void without_communicator(void) {
    MPI_Errhandler of_world, of_self;
    MPI_Datatype type;
    MPI_Comm_create_errhandler(note, &of_self);
    MPI_Comm_create_errhandler(note, &of_world);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, of_self);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, of_world);
    forget();
    CHECK_ERROR(MPI_ERR_COUNT, MPI_Type_contiguous(-1, MPI_INT, &type));
    CHECK(handled == 1);
#if MPI_SINCE(4, 0)
    CHECK_BUT_MPICH(last_comm == MPI_COMM_SELF);
#else
    CHECK(last_comm == MPI_COMM_WORLD);
#endif
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Errhandler_free(&of_self), MPI_Errhandler_free(&of_world);
}

static void removed_names(void) {
#if HAS_REMOVED_NAMES
    MPI_Errhandler handler, found;
    int value = 0;
    MPI_Errhandler_create(note, &handler);
    MPI_Errhandler_set(MPI_COMM_WORLD, handler);
    MPI_Errhandler_get(MPI_COMM_WORLD, &found);
    CHECK(found == handler);
    forget();
    MPI_Send(&value, 1, MPI_INT, size, 0, MPI_COMM_WORLD);
    CHECK(handled == 1 && class_of(last_code) == MPI_ERR_RANK);
    MPI_Errhandler_set(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Errhandler_free(&handler), MPI_Errhandler_free(&found);
#endif
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    defaults();
    own_handler();
    inherited();
    called();
    without_communicator();
    removed_names();
    return finish("error handlers");
}
