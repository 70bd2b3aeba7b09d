// Error classes, codes and strings, the standard's and the program's (MPI-5.0 sections 9.4 and 9.5).
// ranks: 1 2
#include "../common/frame.h"

static int last_used(void) {
    int *value = NULL, flag = 0;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &value, &flag);
    return flag ? *value : -1;
}

// 0 = MPI_SUCCESS < MPI_ERR_... <= MPI_ERR_LASTCODE; each class is its own class, and has a text.
static void predefined(void) {
    const int classes[] = {MPI_ERR_BUFFER,   MPI_ERR_COUNT,      MPI_ERR_TYPE,       MPI_ERR_TAG,
                           MPI_ERR_COMM,     MPI_ERR_RANK,       MPI_ERR_REQUEST,    MPI_ERR_ROOT,
                           MPI_ERR_GROUP,    MPI_ERR_OP,         MPI_ERR_TOPOLOGY,   MPI_ERR_DIMS,
                           MPI_ERR_ARG,      MPI_ERR_UNKNOWN,    MPI_ERR_TRUNCATE,   MPI_ERR_OTHER,
                           MPI_ERR_INTERN,   MPI_ERR_PENDING,    MPI_ERR_IN_STATUS,  MPI_ERR_KEYVAL,
                           MPI_ERR_INFO_KEY, MPI_ERR_INFO_VALUE, MPI_ERR_INFO_NOKEY, MPI_ERR_NO_MEM};
    char text[MPI_MAX_ERROR_STRING];
    int length = -1;
    CHECK(MPI_SUCCESS == 0 && class_of(MPI_SUCCESS) == MPI_SUCCESS);
    for (unsigned index = 0; index < sizeof classes / sizeof *classes; ++index) {
        CHECK(classes[index] > 0 && classes[index] <= MPI_ERR_LASTCODE);
        CHECK(class_of(classes[index]) == classes[index]);
        CHECK(MPI_Error_string(classes[index], text, &length) == MPI_SUCCESS);
        CHECK(length > 0 && length < MPI_MAX_ERROR_STRING && (int)strlen(text) == length);
    }
    CHECK(MPI_Error_string(MPI_SUCCESS, text, &length) == MPI_SUCCESS && length > 0);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int value = 0, code = MPI_Send(&value, 1, MPI_INT, size, 0, MPI_COMM_WORLD);
    CHECK(class_of(code) == MPI_ERR_RANK);
    CHECK(MPI_Error_string(code, text, &length) == MPI_SUCCESS && length > 0);
}

static void check_text(int code, const char* expected) {
    char text[MPI_MAX_ERROR_STRING] = "untouched";
    int length = -1;
    MPI_Error_string(code, text, &length);
    CHECK(strcmp(text, expected) == 0 && length == (int)strlen(expected));
}

// New classes and codes are above what was there; MPI_LASTUSEDCODE follows.
static void own(void) {
    int error_class = -1, first = -1, second = -1, other_class = -1, before = last_used();
    CHECK(before >= MPI_ERR_LASTCODE);
    MPI_Add_error_class(&error_class);
    CHECK(error_class > MPI_ERR_LASTCODE);
    CHECK_BUT_OPEN_MPI(class_of(error_class) == error_class);
    CHECK(last_used() >= error_class);
    MPI_Add_error_code(error_class, &first);
    MPI_Add_error_code(error_class, &second);
    CHECK(first > MPI_ERR_LASTCODE && second > MPI_ERR_LASTCODE && first != second && first != error_class);
    CHECK(class_of(first) == error_class && class_of(second) == error_class);
    CHECK_BUT_MPICH(last_used() >= first && last_used() >= second);
    MPI_Add_error_class(&other_class);
    CHECK(other_class != error_class && last_used() >= other_class);
    check_text(first, "");
    MPI_Add_error_string(error_class, "wrong in general");
    MPI_Add_error_string(first, "wrong in this way");
    check_text(error_class, "wrong in general");
    check_text(first, "wrong in this way");
    MPI_Add_error_string(first, "or in that");
    check_text(first, "or in that");
    check_text(second, "");
    int in_old_class = -1;
    MPI_Add_error_code(MPI_ERR_RANK, &in_old_class);
    CHECK_BUT_MPICH(in_old_class > MPI_ERR_LASTCODE);
    CHECK(class_of(in_old_class) == MPI_ERR_RANK);
}

// What is taken back: the text first, then the codes, then the class.
static void taken_back(void) {
#if MPI_SINCE(4, 1)
    int error_class = -1, code = -1;
    MPI_Add_error_class(&error_class);
    MPI_Add_error_code(error_class, &code);
    MPI_Add_error_string(code, "for a while");
    check_text(code, "for a while");
    CHECK(MPI_Remove_error_string(code) == MPI_SUCCESS);
    check_text(code, "");
    CHECK(MPI_Remove_error_code(code) == MPI_SUCCESS);
    CHECK(MPI_Remove_error_class(error_class) == MPI_SUCCESS);
#endif
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    let_errors_return();
    predefined();
    own();
    taken_back();
    return finish("error codes");
}
