// A partition that is written after it was ready, with --checked: the call that completes the message says so, each time.
// flags: --checked=calls
// ranks: 2
// oracle: no
#include "../common/program.h"

enum { parts = 5, length = 3 };

int main(int argc, char** argv) {
    int values[parts * length] = {0};
    MPI_Request request;
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (rank == 0) MPI_Psend_init(values, parts, length, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    if (rank == 1) MPI_Precv_init(values, parts, length, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    for (int turn = 0; turn < 4; ++turn) {
        int error_class = MPI_SUCCESS;
        const int writes = turn % 2;
        MPI_Start(&request);
        for (int part = 0; rank == 0 && part < parts; ++part) {
            for (int index = 0; index < length; ++index) values[part * length + index] = turn + part;
            MPI_Pready(part, request);
            if (writes && part == 3) values[1 * length] = -1;
        }
        MPI_Error_class(MPI_Wait(&request, MPI_STATUS_IGNORE), &error_class);
        CHECK(error_class == (rank == 0 && writes ? MPI_ERR_BUFFER : MPI_SUCCESS));
        CHECK(values[parts * length - 1] == turn + parts - 1);
    }
    MPI_Request_free(&request);
    MPI_Psend_init(NULL, parts, length, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Pready_range(0, parts - 1, request);
    CHECK(MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    MPI_Request_free(&request);
    return end("a partition that is written");
}
