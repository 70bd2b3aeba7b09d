// Windows as objects: attributes, group, names, hints, keys and their callbacks, error handlers (MPI-5.0
// sections 12.2, 7.7.3, 7.8 and 9.3.2).
// ranks: 1 2 3 5 8
// oracle: no
#include "../common/windows.h"

static int deleted, key_state;

static int delete_value(MPI_Win win, int key, void* value, void* extra_state) {
    CHECK(win != MPI_WIN_NULL && key != MPI_KEYVAL_INVALID && extra_state == &key_state);
    deleted += (int)(long)value;
    return MPI_SUCCESS;
}

static void standard_attributes(MPI_Win win, void* base, MPI_Aint bytes, int unit, int flavor) {
    void* found_base = NULL;
    MPI_Aint* size_found = NULL;
    int *unit_found = NULL, *flavor_found = NULL, *model = NULL, flag = 0;
    MPI_Win_get_attr(win, MPI_WIN_BASE, &found_base, &flag);
    CHECK(flag && found_base == base);
    MPI_Win_get_attr(win, MPI_WIN_SIZE, &size_found, &flag);
    CHECK(flag && *size_found == bytes);
    MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &unit_found, &flag);
    CHECK(flag && *unit_found == unit);
    MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &flavor_found, &flag);
    CHECK(flag && *flavor_found == flavor);
    MPI_Win_get_attr(win, MPI_WIN_MODEL, &model, &flag);
    CHECK(flag && (*model == MPI_WIN_UNIFIED || *model == MPI_WIN_SEPARATE));
}

static void own_attributes(void) {
    int memory[4], key, flag = -1;
    long* value = NULL;
    MPI_Win win = window_over(memory, 4);
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, delete_value, &key, &key_state);
    MPI_Win_get_attr(win, key, &value, &flag);
    CHECK(!flag);
    MPI_Win_set_attr(win, key, (void*)1);
    MPI_Win_set_attr(win, key, (void*)10);
    CHECK(deleted == 1);
    MPI_Win_get_attr(win, key, &value, &flag);
    CHECK(flag && (long)value == 10);
    MPI_Win_delete_attr(win, key);
    CHECK(deleted == 11);
    MPI_Win_set_attr(win, key, (void*)100);
    MPI_Win_free_keyval(&key);
    CHECK(key == MPI_KEYVAL_INVALID && deleted == 11);
    MPI_Win_free(&win);
    CHECK(win == MPI_WIN_NULL && deleted == 111);
}

static int heard;

static void hear(MPI_Win* win, int* code, ...) {
    CHECK(*win != MPI_WIN_NULL);
    heard = *code;
}

static void handlers(void) {
    int memory[1];
    MPI_Win win = window_over(memory, 1);
    MPI_Errhandler handler, found;
    MPI_Win_create_errhandler(hear, &handler);
    MPI_Win_set_errhandler(win, handler);
    MPI_Win_get_errhandler(win, &found);
    CHECK(found == handler);
    MPI_Errhandler_free(&found);
    MPI_Errhandler_free(&handler);
    CHECK(MPI_Win_call_errhandler(win, MPI_ERR_OTHER) == MPI_SUCCESS && class_of(heard) == MPI_ERR_OTHER);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_get_errhandler(win, &found);
    CHECK(found == MPI_ERRORS_RETURN);
    MPI_Win_free(&win);
}

static void names_and_groups(void) {
    int memory[1], length = -1, answer = -1;
    char name[MPI_MAX_OBJECT_NAME] = "?";
    MPI_Win win = window_over(memory, 1);
    MPI_Group group, world;
    MPI_Win_get_name(win, name, &length);
    CHECK(length == (int)strlen(name));
    MPI_Win_set_name(win, "a window");
    MPI_Win_get_name(win, name, &length);
    CHECK(length == 8 && strcmp(name, "a window") == 0);
    MPI_Win_get_name(MPI_WIN_NULL, name, &length);
    CHECK(length == 12 && strcmp(name, "MPI_WIN_NULL") == 0);
    MPI_Win_get_group(win, &group);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_compare(group, world, &answer);
    CHECK(answer == MPI_IDENT);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
}

static int has_hint(MPI_Info info, const char* key, const char* expected) {
    char value[MPI_MAX_INFO_VAL] = "";
    int found = 0;
    MPI_Info_get(info, key, sizeof value - 1, value, &found);
    return found && strcmp(value, expected) == 0;
}

// All that are known are there with their values, the program's or the standard's; others are not.
static void hints(void) {
    int memory[1], *aligned = NULL, found = -1;
    char value[8];
    MPI_Info info, used;
    MPI_Win win = window_over(memory, 1);
    MPI_Win_get_info(win, &used);
    CHECK(has_hint(used, "no_locks", "false") && has_hint(used, "accumulate_ordering", "rar,raw,war,waw"));
    CHECK(has_hint(used, "accumulate_ops", "same_op_no_op") && has_hint(used, "same_size", "false"));
    CHECK(has_hint(used, "same_disp_unit", "false") && has_hint(used, "mpi_accumulate_granularity", "0"));
    MPI_Info_free(&used);
    MPI_Info_create(&info);
    MPI_Info_set(info, "same_size", "true");
    MPI_Info_set(info, "accumulate_ordering", "rar,waw");
    MPI_Info_set(info, "accumulate_ops", "nonsense");
    MPI_Info_set(info, "never_heard_of", "true");
    MPI_Info_set(info, "mpi_minimum_memory_alignment", "4096");
    MPI_Win_set_info(win, info);
    MPI_Win_get_info(win, &used);
    CHECK(has_hint(used, "same_size", "true") && has_hint(used, "accumulate_ordering", "rar,waw"));
    CHECK(has_hint(used, "accumulate_ops", "same_op_no_op"));
    MPI_Info_get(used, "never_heard_of", sizeof value - 1, value, &found);
    CHECK(!found);
    MPI_Info_free(&used);
    MPI_Win_free(&win);
    MPI_Win_allocate(sizeof(int), sizeof(int), info, MPI_COMM_WORLD, &aligned, &win);
    CHECK((size_t)aligned % 4096 == 0);
    MPI_Win_free(&win);
    MPI_Info_free(&info);
}

// Windows live on when their communicator is freed, and end in any order.
static void many(void) {
    enum { count = 20 };
    static int memory[count], values[count];
    MPI_Win windows[count];
    for (int index = 0; index < count; ++index) {
        MPI_Comm comm;
        memory[index] = -1;
        MPI_Comm_split(MPI_COMM_WORLD, 0, index % 2 ? rank : -rank, &comm);
        MPI_Win_create(&memory[index], sizeof(int), sizeof(int), MPI_INFO_NULL, comm, &windows[index]);
        MPI_Comm_free(&comm);
        MPI_Win_fence(0, windows[index]);
    }
    for (int index = 0; index < count; ++index) {
        int there = right_of(rank); // the neighbour, whatever its rank in the window
        values[index] = 100 * index + rank;
        MPI_Put(&values[index], 1, MPI_INT, index % 2 ? there : size - 1 - there, 0, 1, MPI_INT,
                windows[index]);
    }
    for (int index = count; index-- > 0;) {
        MPI_Win_fence(MPI_MODE_NOSUCCEED, windows[index]);
        CHECK(memory[index] == 100 * index + left_of(rank));
        MPI_Win_free(&windows[index]);
    }
}

int main(int argc, char** argv) {
    int memory[6], *allocated = NULL;
    MPI_Win win;
    begin(&argc, &argv);
    win = window_over(memory, 6);
    standard_attributes(win, memory, sizeof memory, sizeof(int), MPI_WIN_FLAVOR_CREATE);
    MPI_Win_free(&win);
    MPI_Win_allocate(rank * 8, 2, MPI_INFO_NULL, MPI_COMM_WORLD, &allocated, &win);
    standard_attributes(win, allocated, rank * 8, 2, MPI_WIN_FLAVOR_ALLOCATE);
    MPI_Win_free(&win);
    own_attributes();
    handlers();
    names_and_groups();
    hints();
    many();
    return end_of_windows("windows");
}
