// MPIX_Comm_create_errhandler_x and its like: the handler gets its object, the code and its state, and the destructor
// runs once, when the last object has lost the handler and the program has freed it.
// ranks: 1 2 3
// oracle: no
#include "../common/states.h"

typedef struct {
    int calls, code, ended;
    void* object;
} State;

static void note(State* state, void* object, int code) {
    ++state->calls;
    state->code = code;
    state->object = object;
}
static void of_communicator(MPI_Comm comm, int code, void* state) {
    note(state, comm, code);
}
static void of_window(MPI_Win win, int code, void* state) {
    note(state, win, code);
}
static void of_file(MPI_File file, int code, void* state) {
    note(state, file, code);
}
static void of_session(MPI_Session session, int code, void* state) {
    note(state, session, code);
}
static void end_state(void* state) {
    ++((State*)state)->ended;
}

static int class_of(int code) {
    int its_class = -1;
    MPI_Error_class(code, &its_class);
    return its_class;
}

// Two communicators and a handle keep it alive.
static void communicators(void) {
    State state = {0, 0, 0, NULL};
    MPI_Errhandler handler, found;
    MPI_Comm comm, twin;
    int value = 0, code;
    MPIX_Comm_create_errhandler_x(of_communicator, end_state, &state, &handler);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, handler);
    MPI_Errhandler_free(&handler);
    code = MPI_Send(&value, 1, MPI_INT, size, 0, comm);
    CHECK(class_of(code) == MPI_ERR_RANK);
    CHECK(state.calls == 1 && state.code == code && state.object == (void*)comm);
    MPI_Comm_dup(comm, &twin); // inherits the handler
    MPI_Comm_call_errhandler(twin, MPI_ERR_OTHER);
    CHECK(state.calls == 2 && state.code == MPI_ERR_OTHER && state.object == (void*)twin);
    MPI_Comm_get_errhandler(comm, &found);
    MPI_Comm_free(&comm);
    MPI_Comm_set_errhandler(twin, MPI_ERRORS_RETURN);
    CHECK(state.ended == 0);
    MPI_Errhandler_free(&found);
    CHECK(state.ended == 1);
    MPI_Comm_free(&twin);
    CHECK(state.ended == 1 && state.calls == 2);
}

static void without_state(MPI_Comm* comm, int* code, ...) {
    CHECK(*comm == MPI_COMM_SELF && *code == MPI_ERR_OTHER);
}

// Beside handlers without a state, and without a destructor.
static void without_destructor(void) {
    State state = {0, 0, 0, NULL};
    MPI_Errhandler handler, other;
    MPIX_Comm_create_errhandler_x(of_communicator, NULL, &state, &handler);
    MPI_Comm_create_errhandler(without_state, &other);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
    MPI_Comm_call_errhandler(MPI_COMM_SELF, MPI_ERR_TAG);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, other);
    MPI_Comm_call_errhandler(MPI_COMM_SELF, MPI_ERR_OTHER);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
    MPI_Errhandler_free(&handler);
    MPI_Errhandler_free(&other);
    CHECK(state.calls == 1 && state.code == MPI_ERR_TAG && state.ended == 0);
}

static void windows(void) {
    State state = {0, 0, 0, NULL};
    MPI_Errhandler handler;
    MPI_Win win;
    int value = 0, code;
    MPIX_Win_create_errhandler_x(of_window, end_state, &state, &handler);
    MPI_Win_create(&value, sizeof value, sizeof value, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, handler);
    MPI_Errhandler_free(&handler);
    code = MPI_Win_lock(MPI_LOCK_SHARED, size, 0, win);
    CHECK(class_of(code) == MPI_ERR_RANK);
    CHECK(state.calls == 1 && state.code == code && state.object == (void*)win && state.ended == 0);
    MPI_Win_free(&win);
    CHECK(state.ended == 1);
}

// That of MPI_FILE_NULL goes to files that are opened; MPI_Finalize ends the default's reference.
static void files(void) {
    State state = {0, 0, 0, NULL};
    MPI_Errhandler handler;
    MPI_File file;
    int code;
    MPIX_File_create_errhandler_x(of_file, end_state, &state, &handler);
    MPI_File_set_errhandler(MPI_FILE_NULL, handler);
    MPI_Errhandler_free(&handler);
    code = MPI_File_open(MPI_COMM_SELF, "/nowhere/at/all", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    CHECK(class_of(code) == MPI_ERR_NO_SUCH_FILE);
    CHECK(state.calls == 1 && state.code == code && state.object == (void*)MPI_FILE_NULL);
    MPI_File_call_errhandler(MPI_FILE_NULL, MPI_ERR_IO);
    CHECK(state.calls == 2 && state.code == MPI_ERR_IO && state.ended == 0);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
    CHECK(state.ended == 1);
}

static void sessions(void) {
    State state = {0, 0, 0, NULL};
    MPI_Errhandler handler;
    MPI_Session session;
    int number = -1, code;
    MPIX_Session_create_errhandler_x(of_session, end_state, &state, &handler);
    MPI_Session_init(MPI_INFO_NULL, handler, &session);
    MPI_Errhandler_free(&handler);
    MPI_Session_get_num_psets(session, MPI_INFO_NULL, &number);
    CHECK(number >= 2 && state.calls == 0);
    MPI_Info info;
    code = MPI_Session_get_pset_info(session, "none of this name", &info);
    CHECK(code != MPI_SUCCESS);
    CHECK(state.calls == 1 && state.code == code && state.object == (void*)session && state.ended == 0);
    MPI_Session_finalize(&session);
    CHECK(state.ended == 1);
}

static State of_world, of_default;

int main(int argc, char** argv) {
    MPI_Errhandler handler;
    int code;
    begin_with_states(&argc, &argv);
    communicators();
    without_destructor();
    windows();
    files();
    sessions();
    code = verdict("error handlers with states");
    // Objects that exist until MPI_Finalize.
    MPIX_Comm_create_errhandler_x(of_communicator, end_state, &of_world, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Errhandler_free(&handler);
    MPIX_File_create_errhandler_x(of_file, end_state, &of_default, &handler);
    MPI_File_set_errhandler(MPI_FILE_NULL, handler);
    MPI_Errhandler_free(&handler);
    CHECK(of_world.ended == 0 && of_default.ended == 0);
    MPI_Finalize();
    CHECK(of_world.ended == 1 && of_default.ended == 1);
    return code != 0 || failures != 0;
}
