// Each rank writes pieces of a file with gaps, which go through a window with the gaps, and reads them again: memory that
// the library takes for the time of the call. Usage: pieces FILE [BYTES OF A WINDOW]
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { pieces = 1000, piece = 100, distance = 200 };

static char data[pieces * piece];

// MPI_SUCCESS, or the error of the first access that has one.
static int access_file(const char *name, int rank, MPI_Info hints) {
    MPI_File file;
    MPI_Datatype gaps;
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, hints, &file);
    MPI_Type_vector(pieces, piece, distance, MPI_CHAR, &gaps);
    MPI_Type_commit(&gaps);
    MPI_File_set_view(file, (MPI_Offset)rank * pieces * distance, MPI_CHAR, gaps, "native", MPI_INFO_NULL);
    memset(data, 'a' + rank, sizeof data);
    int error = MPI_File_write_at(file, 0, data, sizeof data, MPI_CHAR, MPI_STATUS_IGNORE);
    memset(data, 0, sizeof data);
    if (error == MPI_SUCCESS) error = MPI_File_read_at(file, 0, data, sizeof data, MPI_CHAR, MPI_STATUS_IGNORE);
    MPI_Type_free(&gaps);
    MPI_File_close(&file);
    return error;
}

int main(int argc, char **argv) {
    int rank, wrong = 0, class = MPI_SUCCESS;
    MPI_Info hints;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Info_create(&hints);
    if (argc > 2) {
        MPI_Info_set(hints, "ind_wr_buffer_size", argv[2]);
        MPI_Info_set(hints, "ind_rd_buffer_size", argv[2]);
    }
    const int error = access_file(argv[1], rank, hints);
    MPI_Info_free(&hints);
    if (error != MPI_SUCCESS)
        MPI_Error_class(error, &class);
    else
        for (size_t byte = 0; byte < sizeof data; ++byte) wrong += data[byte] != 'a' + rank;
    MPI_Finalize();
    if (rank == 0) puts(class == MPI_ERR_NO_MEM ? "pieces: no memory" : wrong == 0 && class == MPI_SUCCESS ? "pieces: correct" : "pieces: WRONG");
    return 0;
}
