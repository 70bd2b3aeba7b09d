/* Messages that came, or are on their way, when their communicator is revoked: a rank that knows of it, from whatever
   call, doesn't get them any more. */
#include "check.h"

enum { blocking, immediate, persistent, probe, matched_probe, any_source, sendrecv, ways };

static int await(int error, MPI_Request* request) {
    return error != MPI_SUCCESS ? error : MPI_Wait(request, MPI_STATUS_IGNORE);
}

static int receive(int way, int from, MPI_Comm comm) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Message message;
    int error, value = 0, other = 0;
    switch (way) {
    case blocking:
        return MPI_Recv(&value, 1, MPI_INT, from, 1, comm, MPI_STATUS_IGNORE);
    case immediate:
        return await(MPI_Irecv(&value, 1, MPI_INT, from, 1, comm, &request), &request);
    case persistent:
        MPI_Recv_init(&value, 1, MPI_INT, from, 1, comm, &request);
        error = await(MPI_Start(&request), &request);
        MPI_Request_free(&request);
        return error;
    case probe:
        return MPI_Probe(from, 1, comm, MPI_STATUS_IGNORE);
    case matched_probe:
        return MPI_Mprobe(from, 1, comm, &message, MPI_STATUS_IGNORE);
    case any_source:
        return MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, MPI_STATUS_IGNORE);
    default:
        return MPI_Sendrecv(&other, 1, MPI_INT, MPI_PROC_NULL, 1, &value, 1, MPI_INT, from, 1, comm,
                            MPI_STATUS_IGNORE);
    }
}

static const char* const names[ways] = {"MPI_Recv",   "MPI_Irecv",           "MPI_Start",   "MPI_Probe",
                                        "MPI_Mprobe", "MPI_Recv of any one", "MPI_Sendrecv"};

int main(int argc, char** argv) {
    start(&argc, &argv);
    const int next = (rank + 1) % size, last = (rank + size - 1) % size;
    for (int way = 0; way < ways; ++way) {
        for (int first = 0; first < 2; ++first) {
            MPI_Comm comm;
            int value = rank, flag = 0;
            MPI_Comm_dup(MPI_COMM_WORLD, &comm);
            /* One that is in the queue, and others that may still be in the channel. */
            MPI_Send(&value, 1, MPI_INT, next, 1, comm);
            expect_class(MPI_Probe(last, 1, comm, MPI_STATUS_IGNORE), MPI_SUCCESS, "MPI_Probe before it");
            MPI_Send(&value, 1, MPI_INT, next, 2, comm);
            MPI_Send(&value, 1, MPI_INT, next, 1, comm);
            meet(comm);
            if (rank == 0) MPIX_Comm_revoke(comm);
            usleep(2000); /* no call of MPI */
            if (first == 0) {
                while (MPI_Send(&value, 1, MPI_INT, next, 2, comm) == MPI_SUCCESS) usleep(1000);
            } else {
                while (!flag) MPIX_Comm_is_revoked(comm, &flag);
            }
            expect_class(receive(way, last, comm), MPIX_ERR_REVOKED, names[way]);
            expect_class(receive(way, last, comm), MPIX_ERR_REVOKED, names[way]);
            meet(MPI_COMM_WORLD);
            MPI_Comm_free(&comm);
            expect_usable(MPI_COMM_WORLD, size, "another communicator");
        }
    }
    return finish();
}
