// The frame of programs with files: they name the same functions and share one cut.
#pragma once

#include "frame.h"

#include <unistd.h>

static volatile AnyFunction const file_functions[] = {
    (AnyFunction)MPI_File_call_errhandler,     (AnyFunction)MPI_File_close,
    (AnyFunction)MPI_File_create_errhandler,   (AnyFunction)MPI_File_delete,
    (AnyFunction)MPI_File_get_amode,           (AnyFunction)MPI_File_get_atomicity,
    (AnyFunction)MPI_File_get_byte_offset,     (AnyFunction)MPI_File_get_errhandler,
    (AnyFunction)MPI_File_get_group,           (AnyFunction)MPI_File_get_info,
    (AnyFunction)MPI_File_get_position,        (AnyFunction)MPI_File_get_position_shared,
    (AnyFunction)MPI_File_get_size,            (AnyFunction)MPI_File_get_type_extent,
    (AnyFunction)MPI_File_get_view,            (AnyFunction)MPI_File_iread,
    (AnyFunction)MPI_File_iread_all,           (AnyFunction)MPI_File_iread_at,
    (AnyFunction)MPI_File_iread_at_all,        (AnyFunction)MPI_File_iread_shared,
    (AnyFunction)MPI_File_iwrite,              (AnyFunction)MPI_File_iwrite_all,
    (AnyFunction)MPI_File_iwrite_at,           (AnyFunction)MPI_File_iwrite_at_all,
    (AnyFunction)MPI_File_iwrite_shared,       (AnyFunction)MPI_File_open,
    (AnyFunction)MPI_File_preallocate,         (AnyFunction)MPI_File_read,
    (AnyFunction)MPI_File_read_all,            (AnyFunction)MPI_File_read_all_begin,
    (AnyFunction)MPI_File_read_all_end,        (AnyFunction)MPI_File_read_at,
    (AnyFunction)MPI_File_read_at_all,         (AnyFunction)MPI_File_read_at_all_begin,
    (AnyFunction)MPI_File_read_at_all_end,     (AnyFunction)MPI_File_read_ordered,
    (AnyFunction)MPI_File_read_ordered_begin,  (AnyFunction)MPI_File_read_ordered_end,
    (AnyFunction)MPI_File_read_shared,         (AnyFunction)MPI_File_seek,
    (AnyFunction)MPI_File_seek_shared,         (AnyFunction)MPI_File_set_atomicity,
    (AnyFunction)MPI_File_set_errhandler,      (AnyFunction)MPI_File_set_info,
    (AnyFunction)MPI_File_set_size,            (AnyFunction)MPI_File_set_view,
    (AnyFunction)MPI_File_sync,                (AnyFunction)MPI_File_write,
    (AnyFunction)MPI_File_write_all,           (AnyFunction)MPI_File_write_all_begin,
    (AnyFunction)MPI_File_write_all_end,       (AnyFunction)MPI_File_write_at,
    (AnyFunction)MPI_File_write_at_all,        (AnyFunction)MPI_File_write_at_all_begin,
    (AnyFunction)MPI_File_write_at_all_end,    (AnyFunction)MPI_File_write_ordered,
    (AnyFunction)MPI_File_write_ordered_begin, (AnyFunction)MPI_File_write_ordered_end,
    (AnyFunction)MPI_File_write_shared,        (AnyFunction)MPI_Register_datarep,
    (AnyFunction)MPI_File_c2f,                 (AnyFunction)MPI_File_f2c,
#if MPI_SINCE(4, 0)
    (AnyFunction)MPI_File_read_c,              (AnyFunction)MPI_File_write_at_all_c,
#endif
};

// The name of a new file of no bytes, the same at all ranks; another run has another.
enum { name_length = 64 };
static inline void make_name(char* name) {
    strcpy(name, "/tmp/files-XXXXXX");
    if (rank == 0) {
        const int descriptor = mkstemp(name);
        CHECK(descriptor >= 0);
        close(descriptor);
    }
    MPI_Bcast(name, name_length, MPI_CHAR, 0, MPI_COMM_WORLD);
}

static inline MPI_File opened(const char* name, int mode) {
    MPI_File file = MPI_FILE_NULL;
    const int error = MPI_File_open(MPI_COMM_WORLD, name, mode, MPI_INFO_NULL, &file);
    CHECK(error == MPI_SUCCESS);
    return file;
}

// What all have written before is seen by all.
static inline void settle(MPI_File file) {
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(file);
}

static inline int count_of(MPI_Status* status, MPI_Datatype type) {
    int count = -1;
    MPI_Get_count(status, type, &count);
    return count;
}

static inline int end_of_files(const char* name) {
    CHECK(file_functions[0] != 0);
    return finish(name);
}
