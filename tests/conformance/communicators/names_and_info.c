// Names of communicators; info objects (MPI-5.0 sections 7.8 and 10).
// ranks: 1 2 3
#include "../common/frame.h"

static void check_name(MPI_Comm comm, const char* expected) {
    char name[MPI_MAX_OBJECT_NAME];
    int length = -1;
    MPI_Comm_get_name(comm, name, &length);
    CHECK(strcmp(name, expected) == 0 && length == (int)strlen(expected));
}

static void names(void) {
    MPI_Comm comm, twin;
    char longest[MPI_MAX_OBJECT_NAME + 10], cut[MPI_MAX_OBJECT_NAME];
    check_name(MPI_COMM_WORLD, "MPI_COMM_WORLD");
    check_name(MPI_COMM_SELF, "MPI_COMM_SELF");
    MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &comm);
    check_name(comm, "");
    MPI_Comm_set_name(comm, "row  of ranks"); // blanks inside count
    check_name(comm, "row  of ranks");
    MPI_Comm_dup(comm, &twin);
    check_name(twin, "");
    MPI_Comm_set_name(MPI_COMM_WORLD, "everyone");
    check_name(MPI_COMM_WORLD, "everyone");
    memset(longest, 'n', sizeof longest), longest[sizeof longest - 1] = '\0';
    memset(cut, 'n', sizeof cut), cut[sizeof cut - 1] = '\0';
    MPI_Comm_set_name(comm, longest);
    check_name(comm, cut);
    MPI_Comm_free(&comm), MPI_Comm_free(&twin);
}

static void check_value(MPI_Info info, const char* key, const char* expected) {
    char value[64] = "untouched";
    int flag = -1, length = -1;
    MPI_Info_get(info, key, 63, value, &flag);
    CHECK(!flag == !expected && strcmp(value, expected ? expected : "untouched") == 0);
    MPI_Info_get_valuelen(info, key, &length, &flag);
    CHECK(!flag == !expected && (!expected || length == (int)strlen(expected)));
}

// Values by key; setting anew replaces; keys are numbered from 0.
static void values(void) {
    MPI_Info info, copy;
    char key[MPI_MAX_INFO_KEY + 1], shortened[5] = "";
    int count = -1, flag = -1, seen = 0;
    MPI_Info_create(&info);
    MPI_Info_get_nkeys(info, &count);
    CHECK(count == 0);
    MPI_Info_set(info, "colour", "red"), MPI_Info_set(info, "size", "12"),
        MPI_Info_set(info, "colour", "green");
    MPI_Info_set(info, "empty", "x");
    MPI_Info_get_nkeys(info, &count);
    CHECK(count == 3);
    check_value(info, "colour", "green"), check_value(info, "size", "12"), check_value(info, "shape", NULL);
    for (int index = 0; index < count; ++index) {
        MPI_Info_get_nthkey(info, index, key);
        if (strcmp(key, "colour") == 0) seen |= 1;
        if (strcmp(key, "size") == 0) seen |= 2;
        if (strcmp(key, "empty") == 0) seen |= 4;
    }
    CHECK(seen == 7);
    MPI_Info_get(info, "colour", 3, shortened, &flag);
    CHECK(flag && strcmp(shortened, "gre") == 0); // at most that many characters, and the end
    MPI_Info_dup(info, &copy);
    MPI_Info_delete(info, "size");
    check_value(info, "size", NULL), check_value(copy, "size", "12"), check_value(copy, "colour", "green");
    MPI_Info_get_nkeys(info, &count);
    CHECK(count == 2);
    CHECK_ERROR(MPI_ERR_INFO_NOKEY, MPI_Info_delete(info, "size"));
    MPI_Info_free(&info), MPI_Info_free(&copy);
    CHECK(info == MPI_INFO_NULL && copy == MPI_INFO_NULL);
}

// The length that is needed comes back, the end included; nothing is copied when the length is 0.
static void get_string(void) {
#if MPI_SINCE(4, 0)
    MPI_Info info;
    char value[16] = "untouched";
    int length = 0, flag = -1;
    MPI_Info_create(&info);
    MPI_Info_set(info, "colour", "green");
    MPI_Info_get_string(info, "colour", &length, value, &flag);
    CHECK(flag && length == 6 && strcmp(value, "untouched") == 0);
    MPI_Info_get_string(info, "colour", &length, value, &flag);
    CHECK(flag && length == 6 && strcmp(value, "green") == 0);
    length = 3;
    MPI_Info_get_string(info, "colour", &length, value, &flag);
    CHECK(flag && length == 6 && strcmp(value, "gr") == 0);
    MPI_Info_get_string(info, "shape", &length, value, &flag);
    CHECK(!flag);
    MPI_Info_free(&info);
    MPI_Info_create_env(0, NULL, &info);
    CHECK(info != MPI_INFO_NULL);
    MPI_Info_free(&info);
#endif
}

static void of_communicators(void) {
    MPI_Info info, used = MPI_INFO_NULL;
    MPI_Comm twin;
    int count = -1;
    MPI_Info_create(&info);
    MPI_Info_set(info, "unheard_of_hint", "yes");
    CHECK(MPI_Comm_set_info(MPI_COMM_WORLD, info) == MPI_SUCCESS);
    MPI_Comm_get_info(MPI_COMM_WORLD, &used);
    CHECK(used != MPI_INFO_NULL && used != info && MPI_Info_get_nkeys(used, &count) == MPI_SUCCESS);
    MPI_Info_free(&used);
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &twin);
    MPI_Comm_get_info(twin, &used);
    CHECK(used != MPI_INFO_NULL);
    MPI_Info_free(&used), MPI_Info_free(&info);
    MPI_Comm_free(&twin);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    let_errors_return();
    names();
    values();
    get_string();
    of_communicators();
    return finish("names and info");
}
