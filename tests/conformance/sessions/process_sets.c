// Process sets: their names, sizes, and groups (MPI-5.0 sections 7.3.2 and 11.3).
// ranks: 1 2 3 5 8
// oracle: no
#include "../common/sessions.h"

// Each name by its number, asked for its length first.
static void names(MPI_Session session) {
    int count = -1, has_world = 0, has_self = 0;
    CHECK(MPI_Session_get_num_psets(session, MPI_INFO_NULL, &count) == MPI_SUCCESS);
    CHECK(count >= 2);
    for (int number = 0; number < count; ++number) {
        char name[MPI_MAX_PSET_NAME_LEN] = "", start[5] = "....";
        int length = 0, room = 4;
        CHECK(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, number, &length, NULL) == MPI_SUCCESS);
        CHECK(length > 1);
        const int needed = length;
        MPI_Session_get_nth_pset(session, MPI_INFO_NULL, number, &length, name);
        CHECK((int)strlen(name) + 1 == needed && length == needed);
        MPI_Session_get_nth_pset(session, MPI_INFO_NULL, number, &room, start);
        CHECK(strncmp(start, name, 3) == 0 && start[3] == '\0');
        has_world |= strcmp(name, "mpi://WORLD") == 0;
        has_self |= strcmp(name, "mpi://SELF") == 0;
    }
    CHECK(has_world && has_self);
}

static int size_of_set(MPI_Session session, const char* name) {
    MPI_Info info = MPI_INFO_NULL;
    char value[32] = "";
    int flag = 0, number = -1;
    CHECK(MPI_Session_get_pset_info(session, name, &info) == MPI_SUCCESS);
    MPI_Info_get(info, "mpi_size", sizeof value - 1, value, &flag);
    CHECK(flag && sscanf(value, "%d", &number) == 1);
    MPI_Info_free(&info);
    return number;
}

static void groups(MPI_Session session) {
    MPI_Group world, self, both;
    int zero = 0, index = -1, result = -1, count = -1;
    MPI_Group_from_session_pset(session, "mpi://WORLD", &world);
    MPI_Group_from_session_pset(session, "mpi://SELF", &self);
    MPI_Group_size(world, &count), MPI_Group_rank(world, &index);
    CHECK(count == size && index == rank);
    MPI_Group_size(self, &count), MPI_Group_rank(self, &index);
    CHECK(count == 1 && index == 0);
    MPI_Group_translate_ranks(self, 1, &zero, world, &index);
    CHECK(index == rank);
    MPI_Group_union(world, self, &both);
    MPI_Group_compare(world, both, &result);
    CHECK(result == MPI_IDENT);
    MPI_Group_union(self, MPI_GROUP_EMPTY, &both);
    MPI_Group_compare(self, both, &result);
    CHECK(result == MPI_IDENT);
    MPI_Group_free(&both), MPI_Group_free(&self), MPI_Group_free(&world);
}

// A set's group lasts: sets are made of the same ranks in every session.
static void in_the_world_model(MPI_Session session, int* argc, char*** argv) {
    MPI_Comm comm = world_of(session);
    int index = -1, count = -1;
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &index), MPI_Comm_size(MPI_COMM_WORLD, &count);
    CHECK(index == rank && count == size);
    MPI_Comm_free(&comm);
    MPI_Finalize();
}

int main(int argc, char** argv) {
    MPI_Session session = new_session();
    MPI_Comm comm = world_of(session);
    names(session);
    CHECK(size_of_set(session, "mpi://WORLD") == size);
    CHECK(size_of_set(session, "mpi://SELF") == 1);
    groups(session);
    MPI_Comm_free(&comm);
    in_the_world_model(session, &argc, &argv);
    MPI_Session_finalize(&session);
    return finish("process sets");
}
