// MPIX_Comm_create_keyval_x and its like: the destructor gets the extra state once, when the program has freed the key
// and the last attribute of it is gone.
// ranks: 1 2 3
// oracle: no
#include "../common/states.h"

typedef struct {
    int copies, deletions, ended;
} State;

static void end_state(void* state) {
    ++((State*)state)->ended;
}

static int copy_comm(MPI_Comm comm, int key, void* state, void* in, void* out, int* flag) {
    (void)comm, (void)key;
    ++((State*)state)->copies;
    *(void**)out = in;
    *flag = 1;
    return MPI_SUCCESS;
}
// The state is there until the last callback has returned.
static int delete_comm(MPI_Comm comm, int key, void* value, void* state) {
    (void)comm, (void)key, (void)value;
    CHECK(((State*)state)->ended == 0);
    ++((State*)state)->deletions;
    return MPI_SUCCESS;
}
static int delete_type(MPI_Datatype type, int key, void* value, void* state) {
    (void)type, (void)key, (void)value;
    ++((State*)state)->deletions;
    return MPI_SUCCESS;
}
static int delete_win(MPI_Win win, int key, void* value, void* state) {
    (void)win, (void)key, (void)value;
    ++((State*)state)->deletions;
    return MPI_SUCCESS;
}

static void communicators(void) {
    State state = {0, 0, 0};
    MPI_Comm comm, twin;
    int key, value = 7, flag = 0, *found = NULL;
    MPIX_Comm_create_keyval_x(copy_comm, delete_comm, end_state, &key, &state);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_attr(comm, key, &value);
    MPI_Comm_dup(comm, &twin);
    CHECK(state.copies == 1);
    MPI_Comm_get_attr(twin, key, &found, &flag);
    CHECK(flag && found == &value);
    MPI_Comm_free_keyval(&key);
    CHECK(key == MPI_KEYVAL_INVALID && state.ended == 0);
    MPI_Comm_free(&comm);
    CHECK(state.deletions == 1 && state.ended == 0);
    MPI_Comm_free(&twin);
    CHECK(state.deletions == 2 && state.ended == 1);
}

// Keys without attributes, and attributes that are replaced and deleted.
static void unused_and_replaced(void) {
    State state = {0, 0, 0}, other = {0, 0, 0};
    int key, unused, kept, one = 1, two = 2;
    MPIX_Comm_create_keyval_x(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, end_state, &unused, &other);
    MPIX_Comm_create_keyval_x(MPI_COMM_DUP_FN, delete_comm, end_state, &key, &state);
    MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &kept, NULL);
    MPI_Comm_free_keyval(&unused);
    CHECK(other.ended == 1);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, &one);
    MPI_Comm_set_attr(MPI_COMM_SELF, kept, &one);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, &two);
    CHECK(state.deletions == 1);
    MPI_Comm_delete_attr(MPI_COMM_SELF, key);
    MPI_Comm_delete_attr(MPI_COMM_SELF, kept);
    CHECK(state.deletions == 2 && state.ended == 0);
    MPI_Comm_free_keyval(&key);
    MPI_Comm_free_keyval(&kept);
    CHECK(state.ended == 1 && other.ended == 1);
}

static void datatypes(void) {
    State state = {0, 0, 0};
    MPI_Datatype type, twin;
    int key;
    MPIX_Type_create_keyval_x(MPI_TYPE_DUP_FN, delete_type, end_state, &key, &state);
    MPI_Type_contiguous(3, MPI_INT, &type);
    MPI_Type_set_attr(type, key, &state);
    MPI_Type_dup(type, &twin);
    MPI_Type_free_keyval(&key);
    MPI_Type_free(&type);
    CHECK(state.deletions == 1 && state.ended == 0);
    MPI_Type_free(&twin);
    CHECK(state.deletions == 2 && state.ended == 1);
}

static void windows(void) {
    State state = {0, 0, 0}, kept = {0, 0, 0};
    MPI_Win win;
    int key, other, value = 0;
    MPIX_Win_create_keyval_x(MPI_WIN_NULL_COPY_FN, delete_win, end_state, &key, &state);
    MPIX_Win_create_keyval_x(MPI_WIN_NULL_COPY_FN, delete_win, NULL, &other, &kept);
    MPI_Win_create(&value, sizeof value, sizeof value, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_attr(win, key, &value);
    MPI_Win_set_attr(win, other, &value);
    MPI_Win_free_keyval(&key);
    MPI_Win_free_keyval(&other);
    CHECK(state.ended == 0);
    MPI_Win_free(&win);
    CHECK(state.deletions == 1 && state.ended == 1);
    CHECK(kept.deletions == 1 && kept.ended == 0);
}

// Attributes of MPI_COMM_SELF end in MPI_Finalize, and so does the state.
static State at_end;

int main(int argc, char** argv) {
    int key, code;
    begin_with_states(&argc, &argv);
    communicators();
    unused_and_replaced();
    datatypes();
    windows();
    MPIX_Comm_create_keyval_x(MPI_COMM_NULL_COPY_FN, delete_comm, end_state, &key, &at_end);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
    MPI_Comm_free_keyval(&key);
    CHECK(at_end.ended == 0);
    code = verdict("keys with states");
    MPI_Finalize();
    CHECK(at_end.deletions == 1 && at_end.ended == 1);
    return code != 0 || failures != 0;
}
