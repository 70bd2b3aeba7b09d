// A file is opened and closed: what the cut has of files, and nothing else.
// ranks: 1 2 5
#include "../common/checks.h"

#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
    char name[64];
    MPI_File file = MPI_FILE_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    snprintf(name, sizeof name, "/tmp/one_file_of_%d", size);
    CHECK(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                        &file) == 0);
    MPI_File_close(&file);
    CHECK(file == MPI_FILE_NULL);
    MPI_Finalize();
    if (rank == 0 && failures == 0) printf("ok: a file\n");
    return failures != 0;
}
