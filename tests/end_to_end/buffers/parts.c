// Immediate operations that the library performs by collectives of its own, whose buffers are the library's: between
// the sides of an intercommunicator, and on files.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { words = 4096, pieces = 64 };

static int rank, size;

static void between_sides(void) {
    static int sent[words], received[words];
    MPI_Comm side, both;
    MPI_Request requests[6];
    const int in_first = rank < size / 2, others = in_first ? size - size / 2 : size / 2;
    const int root = in_first ? (rank == 0 ? MPI_ROOT : MPI_PROC_NULL) : 0;
    int* gathered = malloc((size_t)others * 64 * sizeof *gathered);
    MPI_Comm_split(MPI_COMM_WORLD, in_first, rank, &side);
    MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, in_first ? size / 2 : 0, 1, &both);
    for (int turn = 0; turn < 3; ++turn) {
        int sum[64] = {0}, from_root[64] = {turn}, scanned[64] = {0};
        for (int word = 0; word < words; ++word) sent[word] = rank + turn;
        MPI_Iallreduce(sent, received, words, MPI_INT, MPI_SUM, both, &requests[0]);
        MPI_Ibcast(from_root, 64, MPI_INT, root, both, &requests[1]);
        MPI_Iallgather(sent, 64, MPI_INT, gathered, 64, MPI_INT, both, &requests[2]);
        MPI_Ireduce(sent, sum, 64, MPI_INT, MPI_SUM, root, both, &requests[3]);
        MPI_Ibarrier(both, &requests[4]);
        MPI_Iscan(sent, scanned, 64, MPI_INT, MPI_SUM, side, &requests[5]);
        MPI_Waitall(6, requests, MPI_STATUSES_IGNORE);
    }
    free(gathered);
    MPI_Comm_free(&both);
    MPI_Comm_free(&side);
}

static void in_files(const char* name) {
    static int sent[pieces], received[pieces];
    MPI_File file;
    MPI_Datatype column;
    MPI_Request requests[2];
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_Type_vector(pieces, 1, size, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_File_set_view(file, rank * (MPI_Offset)sizeof(int), MPI_INT, column, "native", MPI_INFO_NULL);
    for (int turn = 0; turn < 3; ++turn) {
        for (int piece = 0; piece < pieces; ++piece) sent[piece] = rank + piece + turn;
        MPI_File_iwrite_at_all(file, 0, sent, pieces, MPI_INT, &requests[0]);
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        MPI_File_iread_at_all(file, 0, received, pieces, MPI_INT, &requests[0]);
        MPI_Ibcast(&sent[0], 1, MPI_INT, 0, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        if (received[1] != rank + 1 + turn) printf("rank %d read %d\n", rank, received[1]);
    }
    MPI_Type_free(&column);
    MPI_File_close(&file);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    between_sides();
    in_files(argv[1]);
    MPI_Finalize();
    if (rank == 0) puts("done");
    return 0;
}
