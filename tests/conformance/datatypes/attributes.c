// Attributes of datatypes: copied by MPI_Type_dup, deleted with the type (MPI-5.0 section 7.7.4).
// ranks: 1 2
#include "../common/frame.h"

static int copied, deleted, refuse;

static int copy(MPI_Datatype type, int key, void* extra_state, void* in, void* out, int* flag) {
    CHECK(type != MPI_DATATYPE_NULL && key != MPI_KEYVAL_INVALID && extra_state == &copied);
    ++copied;
    *(void**)out = (char*)in + 1;
    *flag = 1;
    return refuse;
}

static int delete (MPI_Datatype type, int key, void* value, void* extra_state) {
    CHECK(type != MPI_DATATYPE_NULL && key != MPI_KEYVAL_INVALID && value != NULL && extra_state == &copied);
    ++deleted;
    return MPI_SUCCESS;
}

static long value_of(MPI_Datatype type, int key) {
    void* value = NULL;
    int flag = -1;
    MPI_Type_get_attr(type, key, &value, &flag);
    return flag ? (long)value : -1;
}

int main(int argc, char** argv) {
    int key, plain, none;
    MPI_Datatype type, twin, longer;
    begin(&argc, &argv);
    let_errors_return();
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_create_keyval(copy, delete, &key, &copied);
    MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, &plain, NULL);
    MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &none, NULL);
    CHECK(value_of(type, key) == -1);
    MPI_Type_set_attr(type, key, (void*)10), MPI_Type_set_attr(type, plain, (void*)20);
    MPI_Type_set_attr(type, none, (void*)30);
    CHECK(value_of(type, key) == 10 && value_of(type, plain) == 20 && value_of(type, none) == 30);
    MPI_Type_dup(type, &twin);
    CHECK(copied == 1 && value_of(twin, key) == 11 && value_of(twin, plain) == 20 &&
          value_of(twin, none) == -1);
    MPI_Type_contiguous(2, type, &longer); // a type made of it inherits nothing
    CHECK(copied == 1 && value_of(longer, plain) == -1);
    MPI_Type_delete_attr(twin, key);
    CHECK(deleted == 1 && value_of(twin, key) == -1);
    MPI_Type_set_attr(type, key, (void*)40);
    CHECK(deleted == 2 && value_of(type, key) == 40);
    MPI_Type_free(&twin);
    CHECK(deleted == 2);
    MPI_Type_free(&longer);
    MPI_Type_free(&type);
    CHECK(deleted == 3);
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_set_attr(type, key, (void*)60);
    refuse = MPI_ERR_OTHER;
    CHECK(MPI_Type_dup(type, &twin) != MPI_SUCCESS);
    CHECK_BUT_ORACLES(twin == MPI_DATATYPE_NULL);
    MPI_Type_free(&type);
    MPI_Type_free_keyval(&key), MPI_Type_free_keyval(&plain), MPI_Type_free_keyval(&none);
    CHECK(key == MPI_KEYVAL_INVALID);
    MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &key, NULL);
    CHECK(MPI_Type_set_attr(MPI_INT, key, (void*)50) == MPI_SUCCESS && value_of(MPI_INT, key) == 50);
    MPI_Type_delete_attr(MPI_INT, key);
    CHECK(value_of(MPI_INT, key) == -1);
    MPI_Type_free_keyval(&key);
    return finish("attributes of datatypes");
}
