/* A communicator is revoked while long messages wait for their receives: the sends end, what was not received
   never is, and the buffers can be used again. */
#include "check.h"

static char bytes[long_bytes], received[long_bytes];

int main(int argc, char** argv) {
    start(&argc, &argv);
    /* Even ranks send to the next one; the last of an odd number has no partner. */
    const int partner = rank % 2 == 0 ? rank + 1 : rank - 1, is_sender = rank % 2 == 0;
    const int other = is_sender ? 1 : 0; /* in the communicator of the two */
    for (int way = 0; way < 4; ++way) {
        MPI_Comm comm;
        MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
        int error;
        MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &comm);
        if (partner < size) {
            fill(bytes, long_bytes, rank);
            if (is_sender) {
                MPI_Send(bytes, 10, MPI_CHAR, other, 1, comm);
                if (way == 0) {
                    error = MPI_Ssend(bytes, long_bytes, MPI_CHAR, other, 2, comm);
                } else if (way == 1) {
                    error = MPI_Send(bytes, long_bytes, MPI_CHAR, other, 2, comm);
                } else {
                    MPI_Isend(bytes, long_bytes, MPI_CHAR, other, 2, comm, &requests[0]);
                    MPI_Issend(bytes, 10, MPI_CHAR, other, 2, comm, &requests[1]);
                    if (way == 3) MPIX_Comm_revoke(comm);
                    error = MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
                    expect_class(MPI_Wait(&requests[1], MPI_STATUS_IGNORE), MPIX_ERR_REVOKED, "MPI_Issend");
                }
                expect_class(error, MPIX_ERR_REVOKED, "send that waits");
                memset(bytes, 1, sizeof(bytes));
            } else {
                if (way != 3) {
                    /* The long one has come. */
                    MPI_Probe(other, 2, comm, MPI_STATUS_IGNORE);
                    pass_time();
                    MPIX_Comm_revoke(comm);
                }
                int flag = 0;
                while (!flag) {
                    MPIX_Comm_is_revoked(comm, &flag);
                    give_way();
                }
                expect_class(MPI_Recv(received, long_bytes, MPI_CHAR, other, 2, comm, MPI_STATUS_IGNORE),
                             MPIX_ERR_REVOKED, "MPI_Recv of a long message");
                expect_class(MPI_Recv(received, 10, MPI_CHAR, other, 1, comm, MPI_STATUS_IGNORE),
                             MPIX_ERR_REVOKED, "MPI_Recv of a message that came before");
            }
        }
        MPI_Comm living = shrunk(comm);
        MPI_Comm_free(&comm);
        if (partner < size) {
            fill(bytes, long_bytes, rank + way);
            memset(received, 0, sizeof(received));
            if (is_sender) {
                expect_class(MPI_Send(bytes, long_bytes, MPI_CHAR, other, 2, living), MPI_SUCCESS,
                             "MPI_Send after it");
            } else {
                expect_class(MPI_Recv(received, long_bytes, MPI_CHAR, other, 2, living, MPI_STATUS_IGNORE),
                             MPI_SUCCESS, "MPI_Recv after it");
                expect(is_filled(received, long_bytes, partner + way), "wrong bytes after it");
            }
        }
        MPI_Comm_free(&living);
        expect_usable(MPI_COMM_WORLD, size, "the communicator that it was made from");
    }
    return finish();
}
