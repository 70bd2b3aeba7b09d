// Ranks whose calls differ where errors are returned, as those of files are by default: both calls are reported.
// flags: --checked
// ranks: 2 4
// oracle: no
// stderr: rank 1: calls MPI_File_write_all$
// stderr: rank 0: calls MPI_File_write_at_all: all ranks must make the same collective call$
// stderr: called in 
#include <unistd.h>

#include "../common/program.h"

static int write_differently(MPI_File file) {
    if (rank == 1) return MPI_File_write_all(file, NULL, 0, MPI_INT, MPI_STATUS_IGNORE);
    return MPI_File_write_at_all(file, 0, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
    char name[64];
    int error_class = MPI_SUCCESS;
    MPI_File file;
    begin(&argc, &argv);
    snprintf(name, sizeof name, "/tmp/returned_difference.%d", size);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_Error_class(write_differently(file), &error_class);
    CHECK(error_class == MPI_ERR_OTHER);
    MPI_File_close(&file);
    return end("a difference that is returned");
}
