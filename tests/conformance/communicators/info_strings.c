// Strings that MPI returns take the room that they need, and no more (MPI-5.0 sections 10 and 15.1).
// ranks: 1
#include "../common/frame.h"

// Programs pass `sizeof value` as the length, although there must be room for one more.
static void short_value(void) {
    struct {
        char value[8];
        char behind[8];
    } position;
    MPI_Info info;
    int flag = 0;
    MPI_Info_create(&info);
    MPI_Info_set(info, "key", "four");
    memset(&position, 'x', sizeof position);
    MPI_Info_get(info, "key", sizeof position.value, position.value, &flag);
    CHECK(flag && strcmp(position.value, "four") == 0);
    for (int index = 5; index < 8; ++index) CHECK(position.value[index] == 'x');
    for (int index = 0; index < 8; ++index) CHECK(position.behind[index] == 'x');
    memset(&position, 'x', sizeof position);
    MPI_Info_get(info, "key", 2, position.value, &flag);
    CHECK(flag && strcmp(position.value, "fo") == 0 && position.value[3] == 'x');
    MPI_Info_free(&info);
}

static void string(void) {
#if MPI_SINCE(4, 0)
    char value[8];
    MPI_Info info;
    int flag = 0, length = sizeof value;
    MPI_Info_create(&info);
    MPI_Info_set(info, "key", "four");
    memset(value, 'x', sizeof value);
    MPI_Info_get_string(info, "key", &length, value, &flag);
    CHECK(flag && length == 5 && strcmp(value, "four") == 0);
    for (int index = 5; index < 8; ++index) CHECK(value[index] == 'x');
    memset(value, 'x', sizeof value);
    length = 1;
    MPI_Info_get_string(info, "key", &length, value, &flag);
    CHECK(flag && length == 5 && value[0] == '\0' && value[1] == 'x');
    MPI_Info_free(&info);
#endif
}

// Hints that the library does not know are not given back.
static void hints(void) {
    MPI_Info info, used;
    char value[16];
    int flag = -1;
    MPI_Comm twin;
    MPI_Info_create(&info);
    MPI_Info_set(info, "unheard_of_hint", "yes");
    MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &twin);
    MPI_Comm_set_info(MPI_COMM_WORLD, info);
    const MPI_Comm comms[] = {MPI_COMM_WORLD, twin};
    for (int index = 0; index < 2; ++index) {
        MPI_Comm_get_info(comms[index], &used);
        MPI_Info_get(used, "unheard_of_hint", sizeof value - 1, value, &flag);
        CHECK_BUT_ORACLES(!flag);
        MPI_Info_get(used, "mpi_assert_no_any_tag", sizeof value - 1, value, &flag);
        CHECK_BUT_ORACLES(flag && strcmp(value, "true") == 0);
        MPI_Info_free(&used);
    }
    MPI_Comm_free(&twin), MPI_Info_free(&info);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    let_errors_return();
    short_value();
    string();
    hints();
    return finish("info strings");
}
