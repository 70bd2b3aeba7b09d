/* Files whose members fail: collective operations end at all others, with a class of failures; a file's own operations
   and files of the living go on. */
#include "check.h"

int main(int argc, char** argv) {
    start(&argc, &argv);
    const int last = size - 1;
    int value = rank, back = -1;
    char name[64], second[64];
    MPI_File file, other;
    MPI_Comm living;
    MPI_Comm_split(MPI_COMM_WORLD, rank == last, 0, &living);
    MPI_Comm_set_errhandler(living, MPI_ERRORS_RETURN);
    snprintf(name, sizeof name, "survived_files.%d", size);
    snprintf(second, sizeof second, "survived_files.%d.%s", size, rank == last ? "last" : "others");
    const int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
    expect_class(MPI_File_open(MPI_COMM_WORLD, name, mode, MPI_INFO_NULL, &file), MPI_SUCCESS, "MPI_File_open");
    expect_class(MPI_File_open(living, second, mode, MPI_INFO_NULL, &other), MPI_SUCCESS, "MPI_File_open");
    const MPI_Offset place = rank * (MPI_Offset)sizeof value;
    expect_class(MPI_File_write_at_all(file, place, &value, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_SUCCESS,
                 "MPI_File_write_at_all");
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == last) die();
    meet(living);

    int error = MPI_File_write_at_all(file, place, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
    expect(error == MPI_SUCCESS || is_of_failure(error), "MPI_File_write_at_all: %s", name_of(class_of(error)));
    error = MPI_File_write_ordered(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
    expect(error == MPI_SUCCESS || is_of_failure(error), "MPI_File_write_ordered: %s", name_of(class_of(error)));
    error = MPI_File_sync(file);
    expect(error == MPI_SUCCESS || is_of_failure(error), "MPI_File_sync: %s", name_of(class_of(error)));
    error = MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    expect(error == MPI_SUCCESS || is_of_failure(error), "MPI_File_set_view: %s", name_of(class_of(error)));
    expect_class(MPI_File_read_at(file, error == MPI_SUCCESS ? rank : place, &back, 1, MPI_INT, MPI_STATUS_IGNORE),
                 MPI_SUCCESS, "MPI_File_read_at");
    expect(error != MPI_SUCCESS || back == rank, "what was read: %d", back);

    expect_class(MPI_File_write_at_all(other, place, &value, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_SUCCESS,
                 "a file of the living");
    expect_class(MPI_File_close(&other), MPI_SUCCESS, "MPI_File_close of the living");
    error = MPI_File_close(&file);
    expect(error == MPI_SUCCESS || is_of_failure(error), "MPI_File_close: %s", name_of(class_of(error)));
    return finish();
}
