// Error handlers of sessions: given, set, asked for, called, and whose errors they get (MPI-5.0 section 9.3).
// ranks: 1 2 3
// oracle: no
#include "../common/sessions.h"

static int calls, last_code;
static MPI_Session last_session;
static MPI_Comm last_comm;

static void of_session(MPI_Session* session, int* code, ...) {
    ++calls, last_session = *session, last_code = *code;
}

static void of_comm(MPI_Comm* comm, int* code, ...) {
    ++calls, last_comm = *comm, last_code = *code;
}

// Made before any session, freed at once: it lives as long as a session has it.
static MPI_Session with_handler(void) {
    MPI_Errhandler handler, given = MPI_ERRHANDLER_NULL;
    MPI_Session session;
    CHECK(MPI_Session_create_errhandler(of_session, &handler) == MPI_SUCCESS);
    CHECK(MPI_Session_init(MPI_INFO_NULL, handler, &session) == MPI_SUCCESS);
    MPI_Session_get_errhandler(session, &given);
    CHECK(given == handler);
    MPI_Errhandler_free(&given);
    CHECK(given == MPI_ERRHANDLER_NULL);
    MPI_Errhandler_free(&handler);
    return session;
}

static void errors_of_session(MPI_Session session) {
    MPI_Group group, other = MPI_GROUP_NULL;
    int length = 0, beyond = size;
    calls = 0;
    CHECK_ERROR(MPI_ERR_ARG, MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 1000, &length, NULL));
    CHECK(calls == 1 && last_session == session && class_of(last_code) == MPI_ERR_ARG);
    CHECK_ERROR(MPI_ERR_ARG, MPI_Group_from_session_pset(session, "mpi://nobody", &other));
    CHECK(calls == 2 && last_session == session && other == MPI_GROUP_NULL);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    CHECK_ERROR(MPI_ERR_RANK, MPI_Group_incl(group, 1, &beyond, &other));
    CHECK(calls == 3 && last_session == session);
    CHECK(MPI_Session_call_errhandler(session, MPI_ERR_OTHER) == MPI_SUCCESS);
    CHECK(calls == 4 && last_session == session && last_code == MPI_ERR_OTHER);
    MPI_Group_free(&group);
}

// The handler that a communicator is made with gets the errors of making it, and the communicator's own.
static void errors_of_communicator(MPI_Session session) {
    MPI_Errhandler handler;
    MPI_Group self;
    MPI_Comm comm = MPI_COMM_NULL, copy;
    int value = 0;
    MPI_Comm_create_errhandler(of_comm, &handler);
    MPI_Group_from_session_pset(session, "mpi://SELF", &self);
    calls = 0;
    CHECK_ERROR(MPI_ERR_ARG, MPI_Comm_create_from_group(self, NULL, MPI_INFO_NULL, handler, &comm));
    CHECK(calls == 1 && last_comm == MPI_COMM_NULL && comm == MPI_COMM_NULL);
    CHECK_ERROR(MPI_ERR_GROUP,
                MPI_Comm_create_from_group(MPI_GROUP_NULL, "org.sartor.none", MPI_INFO_NULL, handler, &comm));
    CHECK(calls == 2);
    CHECK(MPI_Comm_create_from_group(self, "org.sartor.self", MPI_INFO_NULL, handler, &comm) == MPI_SUCCESS);
    MPI_Errhandler_free(&handler);
    CHECK_ERROR(MPI_ERR_RANK, MPI_Send(&value, 1, MPI_INT, 1, 0, comm));
    CHECK(calls == 3 && last_comm == comm);
    MPI_Comm_dup(comm, &copy);
    CHECK_ERROR(MPI_ERR_RANK, MPI_Send(&value, 1, MPI_INT, 1, 0, copy));
    CHECK(calls == 4 && last_comm == copy);
    MPI_Comm_free(&copy), MPI_Comm_free(&comm);
    MPI_Group_free(&self);
}

// The handler given to MPI_Session_init gets the errors of the call; there is no session yet.
static void errors_of_init(void) {
    MPI_Errhandler handler;
    MPI_Info info;
    MPI_Session session = MPI_SESSION_NULL;
    MPI_Session_create_errhandler(of_session, &handler);
    MPI_Info_create(&info);
    MPI_Info_set(info, "thread_level", "MPI_THREAD_MANY");
    calls = 0;
    CHECK_ERROR(MPI_ERR_INFO_VALUE, MPI_Session_init(info, handler, &session));
    CHECK(calls == 1 && last_session == MPI_SESSION_NULL && session == MPI_SESSION_NULL);
    MPI_Info_free(&info);
    MPI_Errhandler_free(&handler);
}

static void set_later(MPI_Session session) {
    MPI_Errhandler handler;
    int count = -1;
    CHECK(MPI_Session_set_errhandler(session, MPI_ERRORS_RETURN) == MPI_SUCCESS);
    MPI_Session_get_errhandler(session, &handler);
    CHECK(handler == MPI_ERRORS_RETURN);
    calls = 0;
    CHECK_ERROR(MPI_ERR_ARG, MPI_Session_get_num_psets(session, MPI_INFO_NULL, NULL));
    CHECK(calls == 0);
    CHECK(MPI_Session_get_num_psets(session, MPI_INFO_NULL, &count) == MPI_SUCCESS && count == 2);
}

// Each session has its own, and none has the other model's.
static void kept_apart(MPI_Session session) {
    MPI_Session other = new_session();
    MPI_Group group = MPI_GROUP_NULL;
    calls = 0;
    CHECK_ERROR(MPI_ERR_ARG, MPI_Group_from_session_pset(other, "mpi://nobody", &group));
    CHECK(calls == 0);
    CHECK_ERROR(MPI_ERR_ARG, MPI_Group_from_session_pset(session, "mpi://nobody", &group));
    CHECK(calls == 1 && last_session == session);
    MPI_Session_finalize(&other);
}

int main(void) {
    MPI_Session session = with_handler();
    MPI_Comm comm = world_of(session);
    errors_of_session(session);
    errors_of_communicator(session);
    errors_of_init();
    kept_apart(session);
    set_later(session);
    MPI_Comm_free(&comm);
    CHECK(MPI_Session_finalize(&session) == MPI_SUCCESS);
    return finish("error handlers of sessions");
}
