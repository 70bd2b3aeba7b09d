/* Messages that were sent before their sender failed are received, short ones and long ones; of unfinished
   sends a receive gets all bytes or an error. */
#include "check.h"

static char bytes[long_bytes], more[long_bytes];

static void receive(int count, int source, int tag, const char* what) {
    MPI_Status status;
    int got = -1;
    memset(bytes, 0, sizeof(bytes));
    expect_class(MPI_Recv(bytes, long_bytes, MPI_CHAR, source, tag, MPI_COMM_WORLD, &status), MPI_SUCCESS,
                 what);
    MPI_Get_count(&status, MPI_CHAR, &got);
    expect(got == count, "%s: %d bytes instead of %d", what, got, count);
    expect(is_filled(bytes, count, source), "%s: wrong bytes", what);
}

int main(int argc, char** argv) {
    start(&argc, &argv);
    const int first = size - 1;
    MPI_Request* const requests = malloc((size_t)size * 2 * sizeof(MPI_Request));
    if (rank == first) {
        int count = 0;
        fill(bytes, long_bytes, rank);
        for (int to = 0; to < size - 1; ++to) {
            MPI_Send(bytes, 10, MPI_CHAR, to, 1, MPI_COMM_WORLD);
            MPI_Isend(bytes, 10, MPI_CHAR, to, 2, MPI_COMM_WORLD, &requests[count++]);
            MPI_Isend(bytes, long_bytes, MPI_CHAR, to, 3, MPI_COMM_WORLD, &requests[count++]);
        }
        MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
        die();
    }
    /* The long one first: its sender waits for it. */
    receive(long_bytes, first, 3, "long message");
    await_failures(MPI_COMM_WORLD, 1);
    int flag = 0;
    expect_class(MPI_Iprobe(first, 2, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE), MPI_SUCCESS,
                 "MPI_Iprobe of what a failed rank has sent");
    expect(flag, "MPI_Iprobe does not find what a failed rank has sent");
    receive(10, first, 2, "second short message");
    receive(10, first, 1, "first short message");
    expect_class(MPI_Recv(bytes, 10, MPI_CHAR, first, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
                 MPIX_ERR_PROC_FAILED, "a message more than was sent");

    if (size > 2) {
        if (rank == 0) {
            int count = 0;
            fill(bytes, long_bytes, rank);
            for (int to = 1; to < first; ++to) {
                MPI_Isend(bytes, 10, MPI_CHAR, to, 4, MPI_COMM_WORLD, &requests[count++]);
                MPI_Isend(bytes, long_bytes, MPI_CHAR, to, 5, MPI_COMM_WORLD, &requests[count++]);
            }
            die();
        }
        if (rank % 2 == 0) await_failures(MPI_COMM_WORLD, 2);
        memset(more, 0, sizeof(more));
        const int error = MPI_Recv(more, long_bytes, MPI_CHAR, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (error == MPI_SUCCESS)
            expect(is_filled(more, long_bytes, 0), "long message of an unfinished send: wrong bytes");
        else
            expect_class(error, MPIX_ERR_PROC_FAILED, "long message of an unfinished send");
        memset(more, 0, sizeof(more));
        const int next = MPI_Recv(more, 10, MPI_CHAR, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (next == MPI_SUCCESS)
            expect(is_filled(more, 10, 0), "short message of an unfinished send: wrong bytes");
        else
            expect_class(next, MPIX_ERR_PROC_FAILED, "short message of an unfinished send");
        await_failures(MPI_COMM_WORLD, 2);
    }
    free(requests);
    return finish();
}
