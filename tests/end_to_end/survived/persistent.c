/* Persistent sends to and receives from a rank that fails between two starts. */
#include "check.h"

static char bytes[4][long_bytes];

int main(int argc, char** argv) {
    start(&argc, &argv);
    const int dead = size - 1;
    for (int length = 10; length <= long_bytes; length += long_bytes - 10) {
        MPI_Request requests[4];
        MPI_Status statuses[4];
        MPI_Comm comm;
        if (rank == dead && length > 10) die();
        if (length == 10) {
            MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        } else {
            comm = MPI_COMM_WORLD;
            await_failures(comm, 1);
        }
        if (rank == dead) {
            /* One message to and from each of the others. */
            for (int other = 0; other < dead; ++other) {
                fill(bytes[0], length, rank);
                MPI_Sendrecv(bytes[0], length, MPI_CHAR, other, 0, bytes[1], length, MPI_CHAR, other, 0, comm,
                             MPI_STATUS_IGNORE);
                expect(is_filled(bytes[1], length, other), "wrong bytes from %d", other);
            }
            die();
        }
        MPI_Recv_init(bytes[0], length, MPI_CHAR, dead, 0, comm, &requests[0]);
        MPI_Send_init(bytes[1], length, MPI_CHAR, dead, 0, comm, &requests[1]);
        MPI_Recv_init(bytes[2], length, MPI_CHAR, rank, 0, comm, &requests[2]);
        MPI_Send_init(bytes[3], length, MPI_CHAR, rank, 0, comm, &requests[3]);
        if (length == 10) {
            fill(bytes[1], length, rank);
            fill(bytes[3], length, rank);
            expect_class(MPI_Startall(4, requests), MPI_SUCCESS, "MPI_Startall before the failure");
            expect_class(MPI_Waitall(4, requests, statuses), MPI_SUCCESS, "MPI_Waitall before the failure");
            expect(is_filled(bytes[0], length, dead), "wrong bytes before the failure");
            await_failures(comm, 1);
        }
        for (int again = 0; again < 4; ++again) {
            fill(bytes[3], length, rank + again);
            if (again % 2 == 0)
                for (int at = 0; at < 4; ++at)
                    expect_class(MPI_Start(&requests[at]), MPI_SUCCESS, "MPI_Start");
            else
                expect_class(MPI_Startall(4, requests), MPI_SUCCESS, "MPI_Startall");
            if (again < 2) {
                for (int at = 0; at < 4; ++at)
                    expect_class(MPI_Wait(&requests[at], MPI_STATUS_IGNORE),
                                 at < 2 ? MPIX_ERR_PROC_FAILED : MPI_SUCCESS, "MPI_Wait");
            } else {
                expect_class(MPI_Waitall(4, requests, statuses), MPI_ERR_IN_STATUS, "MPI_Waitall");
                for (int at = 0; at < 4; ++at) {
                    if (class_of(statuses[at].MPI_ERROR) == MPI_ERR_PENDING)
                        statuses[at].MPI_ERROR = MPI_Wait(&requests[at], MPI_STATUS_IGNORE);
                    expect_class(statuses[at].MPI_ERROR, at < 2 ? MPIX_ERR_PROC_FAILED : MPI_SUCCESS,
                                 "status of MPI_Waitall");
                }
            }
            expect(is_filled(bytes[2], length, rank + again), "wrong bytes in round %d", again);
            for (int at = 0; at < 4; ++at)
                expect(requests[at] != MPI_REQUEST_NULL, "persistent request %d became null", at);
        }
        for (int at = 0; at < 4; ++at)
            expect_class(MPI_Request_free(&requests[at]), MPI_SUCCESS, "MPI_Request_free");
    }
    return finish();
}
