// Attributes by their names of MPI-1, and how they mix with the newer ones (MPI-5.0 section 16.1).
// ranks: 1 2 3
#include "../common/frame.h"

static int copied, deleted;

static int copy(MPI_Comm comm, int key, void* extra_state, void* in, void* out, int* flag) {
    (void)comm, (void)key;
    ++copied;
    ++*(int*)extra_state;
    *(void**)out = in;
    *flag = 1;
    return MPI_SUCCESS;
}

static int delete (MPI_Comm comm, int key, void* value, void* extra_state) {
    (void)comm, (void)key, (void)value, (void)extra_state;
    ++deleted;
    return MPI_SUCCESS;
}

int main(int argc, char** argv) {
    int key, plain, value = 41, state = 0, flag = -1, *found = NULL, *upper = NULL;
    MPI_Comm comm, twin;
    begin(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Keyval_create(copy, delete, &key, &state);
    MPI_Keyval_create(MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN, &plain, NULL);
    MPI_Attr_get(comm, key, &found, &flag);
    CHECK(flag == 0);
    MPI_Attr_put(comm, key, &value);
    MPI_Attr_put(comm, plain, &value);
    MPI_Attr_get(comm, key, &found, &flag);
    CHECK(flag && found == &value);
    found = NULL;
    MPI_Comm_get_attr(comm, key, &found, &flag);
    CHECK(flag && found == &value);
    MPI_Comm_dup(comm, &twin);
    CHECK(copied == 1 && state == 1);
    MPI_Attr_get(twin, key, &found, &flag);
    CHECK(flag && found == &value);
    MPI_Attr_get(twin, plain, &found, &flag);
    CHECK(!flag);
    MPI_Attr_delete(twin, key);
    CHECK(deleted == 1);
    MPI_Comm_free(&twin);
    CHECK(deleted == 1);
    MPI_Comm_free(&comm);
    CHECK(deleted == 2);
    MPI_Keyval_free(&key);
    MPI_Keyval_free(&plain);
    CHECK(key == MPI_KEYVAL_INVALID && plain == MPI_KEYVAL_INVALID);
    MPI_Attr_get(MPI_COMM_WORLD, MPI_TAG_UB, &upper, &flag);
    CHECK(flag && *upper >= 32767);
    return finish("attributes by their old names");
}
