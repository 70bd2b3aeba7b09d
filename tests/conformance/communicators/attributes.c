// Attributes: copies, deletions, errors of callbacks, the order at the end (MPI-5.0 section 7.7).
// ranks: 1 2 3 5 8
// stdout: ^deleted at the end: third second first$
#include "../common/frame.h"

static int copied, deleted, last_deleted_value, refuse_copy, refuse_delete;
static int state_of_key;

static int copy(MPI_Comm comm, int key, void* extra_state, void* in, void* out, int* flag) {
    CHECK(extra_state == &state_of_key && comm != MPI_COMM_NULL && key != MPI_KEYVAL_INVALID);
    ++copied;
    if (refuse_copy) return refuse_copy;
    *(void**)out = (char*)in + 100;
    *flag = (int)(long)in % 2; // odd values are copied
    return MPI_SUCCESS;
}

static int delete (MPI_Comm comm, int key, void* value, void* extra_state) {
    CHECK(extra_state == &state_of_key && comm != MPI_COMM_NULL && key != MPI_KEYVAL_INVALID);
    if (refuse_delete) return refuse_delete;
    ++deleted;
    last_deleted_value = (int)(long)value;
    return MPI_SUCCESS;
}

static int value_of(MPI_Comm comm, int key) {
    void* value = NULL;
    int flag = -1;
    MPI_Comm_get_attr(comm, key, &value, &flag);
    return flag ? (int)(long)value : -1;
}

static void set(MPI_Comm comm, int key, long value) {
    CHECK(MPI_Comm_set_attr(comm, key, (void*)value) == MPI_SUCCESS);
}

// Setting a value anew deletes the old one; so does deleting and freeing the communicator.
static void set_and_delete(void) {
    int key;
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_keyval(copy, delete, &key, &state_of_key);
    CHECK(key != MPI_KEYVAL_INVALID && value_of(comm, key) == -1);
    copied = deleted = 0;
    set(comm, key, 7);
    CHECK(value_of(comm, key) == 7 && value_of(MPI_COMM_WORLD, key) == -1 && deleted == 0);
    set(comm, key, 9);
    CHECK(value_of(comm, key) == 9 && deleted == 1 && last_deleted_value == 7);
    MPI_Comm_delete_attr(comm, key);
    CHECK(value_of(comm, key) == -1 && deleted == 2 && last_deleted_value == 9);
    set(comm, key, 11);
    MPI_Comm_free(&comm);
    CHECK(deleted == 3 && last_deleted_value == 11 && copied == 0);
    MPI_Comm_free_keyval(&key);
    CHECK(key == MPI_KEYVAL_INVALID);
}

// Copying happens when a communicator is duplicated: as the callback says. Splitting copies nothing.
static void duplicates(void) {
    int odd, even, plain, none;
    MPI_Comm comm, twin, part;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_keyval(copy, delete, &odd, &state_of_key);
    MPI_Comm_create_keyval(copy, delete, &even, &state_of_key);
    MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &plain, NULL);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &none, NULL);
    set(comm, odd, 3), set(comm, even, 4), set(comm, plain, 5), set(comm, none, 6);
    copied = deleted = 0;
    MPI_Comm_dup(comm, &twin);
    CHECK(copied == 2 && value_of(twin, odd) == 103 && value_of(twin, even) == -1);
    CHECK(value_of(twin, plain) == 5 && value_of(twin, none) == -1 && value_of(comm, none) == 6);
    MPI_Comm_split(comm, 0, rank, &part);
    CHECK(copied == 2 && value_of(part, plain) == -1);
    // A freed key lives on in its attributes.
    MPI_Comm_free_keyval(&odd);
    MPI_Comm_free(&twin);
    CHECK(deleted == 1 && last_deleted_value == 103);
    MPI_Comm_free(&part);
    MPI_Comm_free(&comm);
    CHECK(deleted == 3);
    MPI_Comm_free_keyval(&even), MPI_Comm_free_keyval(&plain), MPI_Comm_free_keyval(&none);
}

// A callback that fails makes the call fail.
static void failing_callbacks(void) {
    int key;
    MPI_Comm comm, twin = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_keyval(copy, delete, &key, &state_of_key);
    set(comm, key, 21);
    refuse_copy = MPI_ERR_OTHER;
    CHECK(MPI_Comm_dup(comm, &twin) != MPI_SUCCESS);
    refuse_copy = 0;
    refuse_delete = MPI_ERR_OTHER;
    CHECK(MPI_Comm_delete_attr(comm, key) != MPI_SUCCESS);
    CHECK(value_of(comm, key) == 21);
    CHECK(MPI_Comm_set_attr(comm, key, (void*)23) != MPI_SUCCESS);
    CHECK(value_of(comm, key) == 21);
    CHECK(MPI_Comm_free(&comm) != MPI_SUCCESS);
    refuse_delete = 0;
    CHECK(comm != MPI_COMM_NULL);
    if (comm != MPI_COMM_NULL) MPI_Comm_free(&comm);
    MPI_Comm_free_keyval(&key);
}

static void predefined(void) {
    int *upper = NULL, *global = NULL, flag = -1;
    MPI_Comm twin;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &upper, &flag);
    CHECK(flag && *upper >= 32767);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, &global, &flag);
    CHECK(!flag || *global == 0 || *global == 1);
    CHECK_BUT_ORACLES(flag && *global == 1); // the ranks of this MPI have one clock
    int *universe = NULL, *last = NULL;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE, &universe, &flag);
    CHECK_BUT_OPEN_MPI(!flag || *universe >= size);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last, &flag);
    CHECK(flag && *last >= MPI_ERR_LASTCODE);
    // a communicator that the program made has the same bound for tags
    MPI_Comm_dup(MPI_COMM_WORLD, &twin);
    int* of_twin = NULL;
    MPI_Comm_get_attr(twin, MPI_TAG_UB, &of_twin, &flag);
    CHECK(flag && *of_twin == *upper);
    MPI_Comm_free(&twin);
}

// The attributes of MPI_COMM_SELF are deleted first thing in MPI_Finalize, in the reverse of their order.
static char order[64];

static int note_end(MPI_Comm comm, int key, void* value, void* extra_state) {
    int here = -1, initialized = 0, finalized = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &here); // MPI still works
    MPI_Initialized(&initialized), MPI_Finalized(&finalized);
    CHECK(here == rank && initialized && !finalized && comm == MPI_COMM_SELF && key != MPI_KEYVAL_INVALID);
    (void)extra_state;
    strcat(strcat(order, " "), (const char*)value);
    if (strcmp(value, "first") == 0) say("deleted at the end:%s\n", order);
    return failures ? MPI_ERR_OTHER : MPI_SUCCESS;
}

static void leave_for_the_end(void) {
    static char* const names[3] = {"first", "second", "third"};
    for (int index = 0; index < 3; ++index) {
        int key;
        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, note_end, &key, NULL);
        MPI_Comm_set_attr(MPI_COMM_SELF, key, names[index]);
    }
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    let_errors_return();
    set_and_delete();
    duplicates();
    failing_callbacks();
    predefined();
    leave_for_the_end();
    return finish("attributes");
}
