// Files as objects: modes, sizes, groups, hints, error handlers, positions, statuses at the end of a file, what
// happens when they are closed (MPI-5.0 sections 14.2 and 14.4, 9.3.3).
// ranks: 1 2 5
// oracle: mpich
#include "../common/files.h"

static char name[name_length];

static int exists(void) {
    return access(name, F_OK) == 0;
}

static void modes(void) {
    MPI_File file = opened(name, MPI_MODE_RDWR | MPI_MODE_CREATE);
    int mode = 0, flag = -1;
    MPI_File_get_amode(file, &mode);
    CHECK(mode == (MPI_MODE_RDWR | MPI_MODE_CREATE));
    MPI_File_get_atomicity(file, &flag);
    CHECK(flag == 0);
    MPI_File_set_atomicity(file, 1);
    MPI_File_get_atomicity(file, &flag);
    CHECK(flag != 0);
    MPI_Group group, world;
    int same = MPI_UNEQUAL;
    MPI_File_get_group(file, &group);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_compare(group, world, &same);
    CHECK(same == MPI_IDENT);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_File_close(&file);
    CHECK(file == MPI_FILE_NULL);
    CHECK(exists());
}

static void sizes(void) {
    MPI_File file = opened(name, MPI_MODE_RDWR);
    MPI_Offset size_now = -1;
    MPI_File_set_size(file, 1000);
    MPI_File_get_size(file, &size_now);
    CHECK(size_now == 1000);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_preallocate(file, 500);
    MPI_File_get_size(file, &size_now);
    CHECK(size_now == 1000);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_preallocate(file, 5000);
    MPI_File_get_size(file, &size_now);
    CHECK(size_now == 5000);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_set_size(file, 100);
    MPI_File_get_size(file, &size_now);
    CHECK(size_now == 100);
    MPI_File_close(&file);
}

// A file of 100 bytes.
static void positions(void) {
    MPI_File file = opened(name, MPI_MODE_RDONLY);
    MPI_Offset offset = -1;
    MPI_File_get_position(file, &offset);
    CHECK(offset == 0);
    MPI_File_seek(file, 10, MPI_SEEK_SET);
    MPI_File_seek(file, 5, MPI_SEEK_CUR);
    MPI_File_get_position(file, &offset);
    CHECK(offset == 15);
    MPI_File_seek(file, -15, MPI_SEEK_CUR);
    MPI_File_get_position(file, &offset);
    CHECK(offset == 0);
    CHECK(MPI_File_seek(file, -1, MPI_SEEK_CUR) != MPI_SUCCESS);
    CHECK(MPI_File_seek(file, -101, MPI_SEEK_END) != MPI_SUCCESS);
    MPI_File_seek(file, -1, MPI_SEEK_END);
    MPI_File_get_position(file, &offset);
    CHECK(offset == 99);
    MPI_File_seek(file, 7, MPI_SEEK_END);
    MPI_File_get_position(file, &offset);
    CHECK(offset == 107);
    MPI_File_get_byte_offset(file, 12, &offset);
    CHECK(offset == 12);
    MPI_File_close(&file);
}

static void ends(void) {
    MPI_File file = opened(name, MPI_MODE_RDWR);
    int numbers[40], counted = -1;
    MPI_Status status;
    MPI_Request request;
    spoil(&status);
    MPI_File_read_at(file, 60, numbers, 20, MPI_INT, &status);
    CHECK(count_of(&status, MPI_INT) == 10);
    CHECK(count_of(&status, MPI_BYTE) == 40);
    CHECK(count_of(&status, MPI_DOUBLE) == 5);
    MPI_Get_elements(&status, MPI_INT, &counted);
    CHECK(counted == 10);
    MPI_File_read_at(file, 100, numbers, 20, MPI_INT, &status);
    CHECK(count_of(&status, MPI_INT) == 0);
    MPI_File_read_at_all(file, 98, numbers, 20, MPI_INT, &status);
    CHECK_BUT_MPICH(count_of(&status, MPI_BYTE) == 2 && count_of(&status, MPI_INT) == MPI_UNDEFINED);
    MPI_File_iread_at(file, 90, numbers, 20, MPI_INT, &request);
    MPI_Wait(&request, &status);
    CHECK(count_of(&status, MPI_BYTE) == 10);
    MPI_File_read_at(file, 0, numbers, 0, MPI_INT, &status);
    CHECK(count_of(&status, MPI_INT) == 0);
    // Behind the end: what lies between is zero.
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Offset bytes = 0;
    for (int index = 0; index < 10; ++index) numbers[index] = index + 1;
    if (rank == 0) MPI_File_write_at(file, 400, numbers, 10, MPI_INT, &status);
    settle(file);
    MPI_File_get_size(file, &bytes);
    CHECK(bytes == 440);
    MPI_File_read_at(file, 380, numbers, 15, MPI_INT, &status);
    CHECK(count_of(&status, MPI_INT) == 15);
    for (int index = 0; index < 15; ++index) CHECK(numbers[index] == (index < 5 ? 0 : index - 4));
    MPI_File_close(&file);
}

static void appended(void) {
    MPI_File file = opened(name, MPI_MODE_WRONLY | MPI_MODE_APPEND);
    MPI_Offset offset = -1;
    MPI_File_get_position(file, &offset);
    CHECK(offset == 440);
    MPI_File_get_position_shared(file, &offset);
    CHECK(offset == 440);
    MPI_File_close(&file);
}

static void hints(void) {
    MPI_Info info, used;
    char value[MPI_MAX_INFO_VAL + 1];
    int flag = 0;
    MPI_Info_create(&info);
    MPI_Info_set(info, "cb_buffer_size", "65536");
    MPI_Info_set(info, "ind_rd_buffer_size", "8192");
    MPI_Info_set(info, "no_such_hint", "1");
    MPI_File file;
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR, info, &file);
    MPI_File_get_info(file, &used);
    MPI_Info_get(used, "cb_buffer_size", MPI_MAX_INFO_VAL, value, &flag);
    CHECK(flag && strcmp(value, "65536") == 0);
    MPI_Info_get(used, "ind_rd_buffer_size", MPI_MAX_INFO_VAL, value, &flag);
    CHECK(flag && strcmp(value, "8192") == 0);
    MPI_Info_get(used, "cb_nodes", MPI_MAX_INFO_VAL, value, &flag);
    CHECK(flag && atoi(value) > 0);
    MPI_Info_free(&used);
    MPI_Info_set(info, "romio_ds_write", "disable");
    MPI_File_set_info(file, info);
    MPI_File_get_info(file, &used);
    MPI_Info_get(used, "romio_ds_write", MPI_MAX_INFO_VAL, value, &flag);
    CHECK(flag && strcmp(value, "disable") == 0);
    MPI_Info_free(&used);
    MPI_Info_free(&info);
    MPI_File_close(&file);
}

static int handled, handled_code;
static MPI_File handled_file;
static void handler(MPI_File* file, int* code, ...) {
    ++handled;
    handled_file = *file;
    handled_code = class_of(*code);
}

static void handlers(void) {
    MPI_Errhandler own, found;
    MPI_File file, none;
    MPI_File_get_errhandler(MPI_FILE_NULL, &found);
    CHECK(found == MPI_ERRORS_RETURN);
    MPI_File_create_errhandler(handler, &own);
    MPI_File_set_errhandler(MPI_FILE_NULL, own);
    file = opened(name, MPI_MODE_RDONLY);
    MPI_File_get_errhandler(file, &found);
    CHECK(found == own);
#ifndef MPICH_VERSION // counts no reference for it
    MPI_Errhandler_free(&found);
#endif
    int value = 0;
    CHECK_ERROR(MPI_ERR_READ_ONLY, MPI_File_write_at(file, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
    CHECK(handled == 1 && handled_file == file && handled_code == MPI_ERR_READ_ONLY);
    CHECK_ERROR(MPI_ERR_NO_SUCH_FILE,
                MPI_File_open(MPI_COMM_SELF, "/tmp/no/such/file", MPI_MODE_RDONLY, MPI_INFO_NULL, &none));
    CHECK(handled == 2 && handled_file == MPI_FILE_NULL && handled_code == MPI_ERR_NO_SUCH_FILE);
    MPI_File_call_errhandler(file, MPI_ERR_OTHER);
    CHECK(handled == 3 && handled_file == file && handled_code == MPI_ERR_OTHER);
    MPI_File_set_errhandler(file, MPI_ERRORS_RETURN);
    CHECK_ERROR(MPI_ERR_READ_ONLY, MPI_File_write_at(file, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
    CHECK(handled == 3);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&own);
    CHECK(MPI_File_f2c(MPI_File_c2f(file)) == file && MPI_File_f2c(MPI_File_c2f(MPI_FILE_NULL)) == MPI_FILE_NULL);
    MPI_File_close(&file);
}

static void deleted(void) {
    MPI_File file = opened(name, MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE);
    MPI_File_close(&file);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(!exists());
    MPI_Barrier(MPI_COMM_WORLD);
    file = opened(name, MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_EXCL);
    MPI_File_close(&file);
    char prefixed[name_length + 8] = "ufs:";
    strcat(prefixed, name);
    MPI_File_open(MPI_COMM_WORLD, prefixed, MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    CHECK(file != MPI_FILE_NULL);
    MPI_File_close(&file);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        CHECK(MPI_File_delete(name, MPI_INFO_NULL) == MPI_SUCCESS);
        CHECK_ERROR(MPI_ERR_NO_SUCH_FILE, MPI_File_delete(name, MPI_INFO_NULL));
    }
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    let_errors_return();
    make_name(name);
    modes();
    sizes();
    positions();
    ends();
    appended();
    hints();
    handlers();
    deleted();
    return end_of_files("files as objects");
}
