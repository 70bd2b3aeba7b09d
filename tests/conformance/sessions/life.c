// Sessions alone, several at once, one after another, beside MPI_Init and after MPI_Finalize (MPI-5.0
// section 11.3).
// ranks: 1 2 3 5 8
// oracle: no
#include "../common/sessions.h"

static void world_model_is(int initialized, int finalized) {
    int flag = -1;
    MPI_Initialized(&flag);
    CHECK(flag == initialized);
    MPI_Finalized(&flag);
    CHECK(flag == finalized);
}

static void one_alone(void) {
    MPI_Session session = new_session();
    MPI_Comm comm = world_of(session), copy, half;
    talk(comm);
    MPI_Comm_dup(comm, &copy);
    talk(copy);
    MPI_Comm_split(copy, rank % 2, rank, &half);
    talk(half);
    MPI_Comm_free(&half), MPI_Comm_free(&copy), MPI_Comm_disconnect(&comm);
    CHECK(MPI_Session_finalize(&session) == MPI_SUCCESS);
    CHECK(session == MPI_SESSION_NULL);
}

static void one_after_another(void) {
    for (int turn = 0; turn < 5; ++turn) one_alone();
}

// Messages of different sessions don't meet, whatever the order.
static void several_at_once(void) {
    MPI_Session sessions[3];
    MPI_Comm comms[3];
    MPI_Request requests[6];
    int in[3], out[3];
    for (int number = 0; number < 3; ++number) sessions[number] = new_session();
    CHECK(sessions[0] != sessions[1] && sessions[1] != sessions[2] && sessions[0] != sessions[2]);
    for (int number = 0; number < 3; ++number) comms[number] = world_of(sessions[number]);
    for (int number = 0; number < 3; ++number) {
        in[number] = -1, out[number] = 10 * rank + number;
        MPI_Irecv(&in[number], 1, MPI_INT, (rank + 1) % size, 0, comms[number], &requests[number]);
    }
    for (int number = 2; number >= 0; --number)
        MPI_Isend(&out[number], 1, MPI_INT, (rank + size - 1) % size, 0, comms[number], &requests[3 + number]);
    MPI_Waitall(6, requests, MPI_STATUSES_IGNORE);
    for (int number = 0; number < 3; ++number) CHECK(in[number] == 10 * ((rank + 1) % size) + number);
    MPI_Comm_free(&comms[1]);
    MPI_Session_finalize(&sessions[1]);
    talk(comms[0]), talk(comms[2]);
    MPI_Comm_free(&comms[0]), MPI_Comm_free(&comms[2]);
    MPI_Session_finalize(&sessions[2]), MPI_Session_finalize(&sessions[0]);
}

static void thread_level_is(const char* asked) {
    MPI_Info info, used;
    MPI_Session session;
    char value[64] = "";
    int flag = 0;
    MPI_Info_create(&info);
    MPI_Info_set(info, "thread_level", asked);
    MPI_Info_set(info, "org.sartor.unknown", "hint");
    CHECK(MPI_Session_init(info, MPI_ERRORS_RETURN, &session) == MPI_SUCCESS);
    MPI_Info_free(&info);
    CHECK(MPI_Session_get_info(session, &used) == MPI_SUCCESS);
    MPI_Info_get(used, "thread_level", sizeof value - 1, value, &flag);
    CHECK(flag && strcmp(value, asked) == 0);
    MPI_Info_free(&used);
    MPI_Session_finalize(&session);
}

static void thread_levels(void) {
    thread_level_is("MPI_THREAD_SINGLE");
    thread_level_is("MPI_THREAD_FUNNELED");
    thread_level_is("MPI_THREAD_SERIALIZED");
}

static void as_integers(void) {
    MPI_Session session = new_session();
#ifdef HAS_SESSIONS_AS_INTEGERS
    CHECK(MPI_Session_f2c(MPI_Session_c2f(session)) == session);
    CHECK(MPI_Session_f2c(MPI_Session_c2f(MPI_SESSION_NULL)) == MPI_SESSION_NULL);
#endif
#if MPI_SINCE(5, 0)
    CHECK(MPI_Session_fromint(MPI_Session_toint(session)) == session);
    CHECK(MPI_Session_fromint(MPI_Session_toint(MPI_SESSION_NULL)) == MPI_SESSION_NULL);
#endif
    MPI_Session_finalize(&session);
}

// Before MPI_Init's end, after it, across it.
static void beside_the_world(int* argc, char*** argv) {
    MPI_Session across = new_session(), within;
    MPI_Comm comm = world_of(across), other;
    int result = -1, world_rank = -1;
    world_model_is(0, 0);
    MPI_Init(argc, argv);
    world_model_is(1, 0);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    CHECK(world_rank == rank);
    talk(MPI_COMM_WORLD), talk(comm);
    within = new_session();
    other = world_of(within);
    talk(other);
    MPI_Comm_compare(comm, other, &result);
    CHECK(result == MPI_CONGRUENT);
    MPI_Comm_free(&other);
    MPI_Session_finalize(&within);
    talk(comm), talk(MPI_COMM_WORLD);
    MPI_Finalize();
    world_model_is(1, 1);
    talk(comm);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&across);
}

int main(int argc, char** argv) {
    world_model_is(0, 0);
    one_alone();
    one_after_another();
    several_at_once();
    thread_levels();
    as_integers();
    world_model_is(0, 0);
    beside_the_world(&argc, &argv);
    one_alone();
    return finish("the life of sessions");
}
