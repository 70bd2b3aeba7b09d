// Delete callbacks that delete, set and create attributes themselves, in MPI_Comm_free and in MPI_Finalize; keys
// that are freed twice (MPI-5.0 sections 7.7.2 and 11.4.4).
// ranks: 1 2
// oracle: no
#include "../common/frame.h"

#define KEYS 12

static int keys[KEYS], deleted[KEYS], other_key = MPI_KEYVAL_INVALID;

// The attribute of key `index` is deleted: so are those beside it, if they are there still.
static int delete_with_neighbours(MPI_Comm comm, int key, void* value, void* unused) {
    const int index = (int)(long)value;
    (void)key, (void)unused;
    ++deleted[index];
    for (int other = index - 1; other <= index + 1; other += 2) {
        void* found = NULL;
        int flag = 0;
        if (other < 0 || other >= KEYS || deleted[other]) continue;
        MPI_Comm_get_attr(comm, keys[other], &found, &flag);
        if (flag) MPI_Comm_delete_attr(comm, keys[other]);
    }
    return MPI_SUCCESS;
}

static void set_all(MPI_Comm comm) {
    for (int index = 0; index < KEYS; ++index) {
        deleted[index] = 0;
        MPI_Comm_set_attr(comm, keys[index], (void*)(long)index);
    }
}
static int all_deleted_once(void) {
    for (int index = 0; index < KEYS; ++index)
        if (deleted[index] != 1) return 0;
    return 1;
}

// Many keys are created, so that the table of keys moves; another attribute is set.
static int create_and_set(MPI_Comm comm, int key, void* value, void* unused) {
    int one;
    (void)key, (void)value, (void)unused;
    for (int count = 0; count < 100; ++count)
        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &one, NULL);
    if (other_key == MPI_KEYVAL_INVALID) {
        other_key = one;
        MPI_Comm_set_attr(comm, other_key, &other_key);
    }
    return MPI_SUCCESS;
}

static void in_free(void) {
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    set_all(comm);
    MPI_Comm_free(&comm);
    CHECK(all_deleted_once());
}

static void creating(void) {
    MPI_Comm comm;
    int key;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, create_and_set, &key, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_attr(comm, key, NULL);
    MPI_Comm_free_keyval(&key);
    MPI_Comm_free(&comm);
    CHECK(other_key != MPI_KEYVAL_INVALID);
}

static void freed_twice(void) {
    MPI_Comm comm;
    int key, copy, flag = 0;
    void* value = NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    copy = key;
    MPI_Comm_set_attr(comm, key, &key);
    CHECK(MPI_Comm_free_keyval(&key) == MPI_SUCCESS);
    CHECK_BUT_OPEN_MPI(MPI_Comm_get_attr(comm, copy, &value, &flag) == MPI_SUCCESS && flag && value == &key);
    CHECK_BUT_OPEN_MPI(MPI_Comm_free_keyval(&copy) == MPI_SUCCESS && copy == MPI_KEYVAL_INVALID);
    MPI_Comm_free(&comm);
}

// The attributes of MPI_COMM_SELF end in MPI_Finalize.
static int at_end(MPI_Comm comm, int key, void* value, void* unused) {
    delete_with_neighbours(comm, key, value, unused);
    if (all_deleted_once()) say("all deleted\n");
    return MPI_SUCCESS;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    let_errors_return();
    for (int index = 0; index < KEYS; ++index)
        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_with_neighbours, &keys[index], NULL);
    in_free();
    creating();
    freed_twice();
    for (int index = 0; index < KEYS; ++index)
        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, at_end, &keys[index], NULL);
    set_all(MPI_COMM_SELF);
    return finish("attributes and callbacks");
}
