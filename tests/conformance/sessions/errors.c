// Wrong sessions, groups of different sessions, and what is over with a session (MPI-5.0 chapters 7 and 11).
// ranks: 1 2 3
// oracle: no
#include "../common/sessions.h"

static void for_comm(MPI_Comm* comm, int* code, ...) {
    (void)comm, (void)code;
}
static void for_session(MPI_Session* session, int* code, ...) {
    (void)session, (void)code;
}

// Errors on no session at all need MPI_COMM_SELF's handler: before MPI_Init they end the program.
static void no_session(MPI_Session finalized) {
    MPI_Session none = MPI_SESSION_NULL;
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Info info = MPI_INFO_NULL;
    int number = -1;
    CHECK_ERROR(MPI_ERR_SESSION, MPI_Session_get_num_psets(MPI_SESSION_NULL, MPI_INFO_NULL, &number));
    CHECK_ERROR(MPI_ERR_SESSION, MPI_Session_get_num_psets(finalized, MPI_INFO_NULL, &number));
    CHECK_ERROR(MPI_ERR_SESSION, MPI_Session_get_info(finalized, &info));
    CHECK_ERROR(MPI_ERR_SESSION, MPI_Group_from_session_pset(none, "mpi://WORLD", &group));
    CHECK_ERROR(MPI_ERR_SESSION, MPI_Session_set_errhandler(finalized, MPI_ERRORS_RETURN));
    CHECK_ERROR(MPI_ERR_SESSION, MPI_Session_call_errhandler(none, MPI_ERR_OTHER));
    CHECK_ERROR(MPI_ERR_SESSION, MPI_Session_finalize(&none));
    CHECK_ERROR(MPI_ERR_SESSION, MPI_Session_finalize(&finalized));
}

static void wrong_arguments(MPI_Session session) {
    MPI_Group group = MPI_GROUP_EMPTY;
    MPI_Info info = MPI_INFO_NULL;
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Session other = MPI_SESSION_NULL;
    int length = -1, number = -1;
    CHECK_ERROR(MPI_ERR_ARG, MPI_Group_from_session_pset(session, "mpi://WORLDS", &group));
    CHECK(group == MPI_GROUP_NULL);
    CHECK_ERROR(MPI_ERR_ARG, MPI_Group_from_session_pset(session, NULL, &group));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Group_from_session_pset(session, "mpi://WORLD", NULL));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Session_get_pset_info(session, "WORLD", &info));
    CHECK(info == MPI_INFO_NULL);
    CHECK_ERROR(MPI_ERR_ARG, MPI_Session_get_nth_pset(session, MPI_INFO_NULL, -1, &number, NULL));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, NULL, NULL));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, &length, NULL));
    CHECK_ERROR(MPI_ERR_ERRHANDLER, MPI_Session_set_errhandler(session, MPI_ERRHANDLER_NULL));
    CHECK_ERROR(MPI_ERR_ERRHANDLER, MPI_Session_init(MPI_INFO_NULL, MPI_ERRHANDLER_NULL, &other));
    MPI_Comm_create_errhandler(for_comm, &handler);
    CHECK_ERROR(MPI_ERR_ERRHANDLER, MPI_Session_set_errhandler(session, handler));
    CHECK_ERROR(MPI_ERR_ERRHANDLER, MPI_Session_init(MPI_INFO_NULL, handler, &other));
    MPI_Errhandler_free(&handler);
    MPI_Session_create_errhandler(for_session, &handler);
    CHECK_ERROR(MPI_ERR_ERRHANDLER, MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler));
    MPI_Errhandler_free(&handler);
    CHECK(other == MPI_SESSION_NULL);
}

static void wrong_making(MPI_Session session) {
    static char long_tag[MPI_MAX_STRINGTAG_LEN + 1];
    MPI_Group world, self, other;
    MPI_Comm comm = MPI_COMM_NULL;
    const int next = (rank + 1) % size;
    memset(long_tag, 't', MPI_MAX_STRINGTAG_LEN);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &world);
    MPI_Group_from_session_pset(session, "mpi://SELF", &self);
    MPI_Group_incl(world, 1, &next, &other);
    CHECK_ERROR(MPI_ERR_ARG,
                MPI_Comm_create_from_group(self, long_tag, MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
    CHECK(size == 1 || class_of(MPI_Comm_create_from_group(other, "org.sartor.other", MPI_INFO_NULL,
                                                           MPI_ERRORS_RETURN, &comm)) == MPI_ERR_GROUP);
    CHECK_ERROR(MPI_ERR_RANK,
                MPI_Intercomm_create_from_groups(self, 1, other, 0, "org.sartor.sides", MPI_INFO_NULL,
                                                 MPI_ERRORS_RETURN, &comm));
    CHECK(size == 1 || class_of(MPI_Intercomm_create_from_groups(self, 0, other, 1, "org.sartor.sides",
                                                                 MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm)) ==
                           MPI_ERR_RANK);
    CHECK_ERROR(MPI_ERR_GROUP,
                MPI_Intercomm_create_from_groups(self, 0, self, 0, "org.sartor.sides", MPI_INFO_NULL,
                                                 MPI_ERRORS_RETURN, &comm));
    CHECK(comm == MPI_COMM_NULL);
    MPI_Group_free(&other), MPI_Group_free(&self), MPI_Group_free(&world);
}

// Objects of two sessions, or of a session and of MPI_COMM_WORLD.
static void mixed(MPI_Session session) {
    MPI_Session second = new_session();
    MPI_Group one, two, world, result_group = MPI_GROUP_NULL;
    MPI_Comm comm = MPI_COMM_NULL;
    int result = -1;
    MPI_Group_from_session_pset(session, "mpi://WORLD", &one);
    MPI_Group_from_session_pset(second, "mpi://WORLD", &two);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    CHECK_ERROR(MPI_ERR_GROUP, MPI_Group_compare(one, two, &result));
    CHECK_ERROR(MPI_ERR_GROUP, MPI_Group_union(one, world, &result_group));
    CHECK_ERROR(MPI_ERR_GROUP, MPI_Group_union(world, two, &result_group));
    CHECK_ERROR(MPI_ERR_GROUP, MPI_Comm_create(MPI_COMM_WORLD, one, &comm));
    CHECK_ERROR(MPI_ERR_GROUP, MPI_Comm_create_group(MPI_COMM_WORLD, two, 0, &comm));
    CHECK(MPI_Group_compare(two, two, &result) == MPI_SUCCESS && result == MPI_IDENT);
    CHECK(comm == MPI_COMM_NULL && result_group == MPI_GROUP_NULL);
    MPI_Group_free(&one), MPI_Group_free(&two), MPI_Group_free(&world);
    MPI_Session_finalize(&second);
}

// What was not freed is gone with its session, and what belongs to another stays.
static void over_with_the_session(MPI_Session kept) {
    MPI_Session session = new_session();
    MPI_Comm comm = world_of(session), copy, own = world_of(kept);
    MPI_Group group;
    int number = -1;
    MPI_Comm_dup(comm, &copy);
    MPI_Comm_group(copy, &group);
    CHECK(MPI_Group_size(group, &number) == MPI_SUCCESS && number == size);
    CHECK(MPI_Session_finalize(&session) == MPI_SUCCESS);
    CHECK_ERROR(MPI_ERR_COMM, MPI_Comm_size(comm, &number));
    CHECK_ERROR(MPI_ERR_COMM, MPI_Comm_size(copy, &number));
    CHECK_ERROR(MPI_ERR_GROUP, MPI_Group_size(group, &number));
    talk(own);
    MPI_Comm_free(&own);
}

static void outside_of_init(MPI_Session session, MPI_Comm comm) {
    MPI_Errhandler handler;
    int number = -1;
    MPI_Session_create_errhandler(for_session, &handler);
    MPI_Errhandler_free(&handler);
    CHECK(MPI_Session_get_num_psets(session, MPI_INFO_NULL, &number) == MPI_SUCCESS);
    CHECK(MPI_Comm_size(comm, &number) == MPI_SUCCESS);
}

int main(int argc, char** argv) {
    MPI_Session session = new_session(), finalized = new_session(), copy = finalized;
    MPI_Comm comm = world_of(session);
    MPI_Session_finalize(&finalized);
    outside_of_init(session, comm);
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    no_session(copy);
    wrong_arguments(session);
    wrong_making(session);
    mixed(session);
    over_with_the_session(session);
    MPI_Finalize();
    outside_of_init(session, comm);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    return finish("errors with sessions");
}
