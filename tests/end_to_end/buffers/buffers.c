// Uses of buffers of operations under way, wrong ones and right ones: `buffers CASE [FIRST LAST]`, by 2 ranks or more.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size, other;
static int words[64];
static MPI_Request requests[4];

static void receive(int first, int count) {
    MPI_Recv(&words[first], count, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
static void send(int first, int count) { MPI_Send(&words[first], count, MPI_INT, other, 0, MPI_COMM_WORLD); }

// Rank 0 changes what it sends before the send is complete, once or in the second of two starts.
static void changed(void) {
    if (rank == 0) {
        MPI_Isend(words, 8, MPI_INT, other, 0, MPI_COMM_WORLD, requests);
        words[7] = 1;
        MPI_Wait(requests, MPI_STATUS_IGNORE);
    } else {
        receive(0, 8);
    }
}
static void changed_again(void) {
    if (rank == 0) {
        MPI_Send_init(words, 8, MPI_INT, other, 0, MPI_COMM_WORLD, requests);
        for (int turn = 0; turn < 2; ++turn) {
            MPI_Start(requests);
            words[0] += turn;
            MPI_Waitall(1, requests, MPI_STATUSES_IGNORE);
            words[1] += 1;
        }
        MPI_Request_free(requests);
    } else {
        receive(0, 8);
        receive(0, 8);
    }
}

// Rank 0 changes what it sends before the send is complete, in those sends whose numbers are from `first` to `last`.
static void changed_late(long first, long last) {
    for (long number = 1; number <= 25000; ++number) {
        if (rank == 1) {
            receive(0, 8);
            continue;
        }
        MPI_Isend(words, 8, MPI_INT, other, 0, MPI_COMM_WORLD, requests);
        if (number >= first && number <= last) words[7] += 1;
        MPI_Wait(requests, MPI_STATUS_IGNORE);
    }
}

// What is received is written before the message comes, or after that, but before the receive is complete.
static void written(int after) {
    if (rank > 1) return;
    if (rank == 1) {
        if (!after) receive(0, 1);
        MPI_Send(words, 64, MPI_INT, 0, 1, MPI_COMM_WORLD);
        if (after) send(0, 1);
        return;
    }
    int token = 0;
    MPI_Irecv(words, 64, MPI_INT, 1, 1, MPI_COMM_WORLD, requests);
    if (after) MPI_Recv(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    words[63] = 7;
    if (!after) MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Wait(requests, MPI_STATUS_IGNORE);
}

// A byte in common: of two receives, of a receive and a send, of a receive and a blocking one.
static void receives(void) {
    if (rank == 0) {
        MPI_Irecv(words, 8, MPI_INT, other, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv((char*)words + 31, 4, MPI_CHAR, other, 1, MPI_COMM_WORLD, &requests[1]);
    }
}
static void sends(void) {
    if (rank == 0) {
        MPI_Isend(&words[4], 8, MPI_INT, other, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(words, 8, MPI_INT, other, 1, MPI_COMM_WORLD, &requests[1]);
    }
}
static void blocking(void) {
    if (rank == 0) {
        MPI_Irecv(words, 8, MPI_INT, other, 1, MPI_COMM_WORLD, &requests[0]);
        receive(4, 4);
    }
}

static void beside_collective(void) {
    if (rank == 0) MPI_Irecv(words, 8, MPI_INT, other, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Bcast(&words[7], 4, MPI_INT, 0, MPI_COMM_WORLD);
}
static void in_collective(void) {
    MPI_Iallreduce(words, &words[8], 8, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[0]);
    if (rank == 0) MPI_Irecv(&words[7], 1, MPI_INT, other, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
}

// Rank 0 changes what it gives to a nonblocking or persistent collective before it is complete.
static void changed_in_collective(const char* name) {
    MPI_Request* request = &requests[0];
    static int all[64 * 8];
    const int is_again = strcmp(name, "persistent") == 0;
    int counts[64], places[64], own_counts[64], own_places[64]; /* as many for each rank as its number, and three */
    for (int one = 0, place = 0; one < size; place += counts[one++])
        counts[one] = 3 + one, places[one] = place, own_counts[one] = 3 + rank, own_places[one] = one * (3 + rank);
    if (strcmp(name, "bcast") == 0) MPI_Ibcast(words, 4, MPI_INT, 0, MPI_COMM_WORLD, request);
    if (strcmp(name, "reduce") == 0) MPI_Ireduce(words, all, 4, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD, request);
    if (strcmp(name, "gather") == 0) MPI_Igather(words, 4, MPI_INT, all, 4, MPI_INT, 0, MPI_COMM_WORLD, request);
    if (strcmp(name, "scatter") == 0) MPI_Iscatter(words, 4, MPI_INT, all, 4, MPI_INT, 0, MPI_COMM_WORLD, request);
    if (strcmp(name, "allgather") == 0) MPI_Iallgather(words, 4, MPI_INT, all, 4, MPI_INT, MPI_COMM_WORLD, request);
    if (strcmp(name, "alltoall") == 0) MPI_Ialltoall(words, 4, MPI_INT, all, 4, MPI_INT, MPI_COMM_WORLD, request);
    if (strcmp(name, "alltoallv") == 0)
        MPI_Ialltoallv(words, counts, places, MPI_INT, all, own_counts, own_places, MPI_INT, MPI_COMM_WORLD, request);
    if (strcmp(name, "scatterv") == 0)
        MPI_Iscatterv(words, counts, places, MPI_INT, all, 3 + rank, MPI_INT, 0, MPI_COMM_WORLD, request);
    if (strcmp(name, "scan") == 0) MPI_Iscan(words, all, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD, request);
    if (is_again) {
        MPI_Bcast_init(words, 4, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, request);
        MPI_Start(request);
        MPI_Wait(request, MPI_STATUS_IGNORE);
        words[1] += 1;
        MPI_Start(request);
    }
    if (rank == 0) words[3] = 1;
    MPI_Wait(request, MPI_STATUS_IGNORE);
    if (is_again) MPI_Request_free(request);
}

// Two messages are in a buffer that has room for one, since none is received.
static void attached(void) {
    static char memory[64 + MPI_BSEND_OVERHEAD];
    void* detached;
    int bytes;
    MPI_Buffer_attach(memory, sizeof memory);
    for (int turn = 0; rank == 0 && turn < 2; ++turn) MPI_Bsend(words, 16, MPI_INT, other, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int turn = 0; rank == 1 && turn < 2; ++turn) receive(16, 16);
    MPI_Buffer_detach(&detached, &bytes);
}

static void twice(void) {
    MPI_Datatype type;
    const int lengths[] = {2, 2}, offsets[] = {4, 3};
    MPI_Type_indexed(2, lengths, offsets, MPI_INT, &type);
    MPI_Type_commit(&type);
    if (rank == 0) MPI_Recv(words, 1, type, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&type);
}

static void buffering(void) {
    if (rank > 1) return;
    send(0, 1);
    receive(1, 1);
}
static void buffering_immediate(void) {
    if (rank > 1) return;
    MPI_Isend(words, 1, MPI_INT, other, 0, MPI_COMM_WORLD, requests);
    MPI_Wait(requests, MPI_STATUS_IGNORE);
    receive(1, 1);
}
// The same after so many exchanges.
static void buffering_late(long exchanges) {
    for (long number = 0; rank < 2 && number < exchanges; ++number) {
        MPI_Irecv(&words[1], 1, MPI_INT, other, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(&words[0], 1, MPI_INT, other, 0, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    buffering_immediate();
}

// Neighbours, columns between columns, one buffer of several sends, one that is used again, halves of Sendrecv, types
// that read a byte twice.
static void harmless(void) {
    MPI_Datatype column, twice;
    const int lengths[] = {2, 2}, offsets[] = {4, 3};
    MPI_Comm pair;
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &pair);
    if (rank > 1) MPI_Comm_free(&pair);
    if (rank > 1) return;
    MPI_Type_vector(8, 1, 2, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Type_indexed(2, lengths, offsets, MPI_INT, &twice);
    MPI_Type_commit(&twice);
    for (int turn = 0; turn < 3; ++turn) {
        words[40] = turn;
        MPI_Irecv(&words[0], 1, column, other, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(&words[1], 1, column, other, 1, MPI_COMM_WORLD, &requests[1]);
        MPI_Isend(&words[40], 8, MPI_INT, other, 0, MPI_COMM_WORLD, &requests[2]);
        MPI_Isend(&words[40], 8, MPI_INT, other, 1, MPI_COMM_WORLD, &requests[3]);
        MPI_Sendrecv(&words[41], 4, MPI_INT, other, 2, &words[60], 4, MPI_INT, other, 2, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        MPI_Sendrecv(words + 40, 1, twice, other, 3, &words[60], 4, MPI_INT, other, 3, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        words[0] = words[40] = 7;
        MPI_Irecv(&words[16], 4, MPI_INT, other, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(words, 4, MPI_INT, other, 0, MPI_COMM_WORLD, &requests[1]);
        MPI_Iallreduce(words, &words[8], 8, MPI_INT, MPI_SUM, pair, &requests[2]);
        MPI_Ibcast(&words[56], 4, MPI_INT, 1, pair, &requests[3]);
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        words[0] = words[8] = words[16] = 7;
    }
    MPI_Comm_free(&pair);
    MPI_Type_free(&column);
    MPI_Type_free(&twice);
}

int main(int argc, char** argv) {
    const char* wanted = argc > 1 ? argv[1] : "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    other = rank == 0 ? 1 : 0;
    if (rank < 2 && strcmp(wanted, "changed") == 0) changed();
    if (rank < 2 && strcmp(wanted, "changed_again") == 0) changed_again();
    if (rank < 2 && strcmp(wanted, "late") == 0) changed_late(atol(argv[2]), atol(argv[3]));
    if (strcmp(wanted, "written_before") == 0) written(0);
    if (strcmp(wanted, "written_after") == 0) written(1);
    if (strcmp(wanted, "receives") == 0) receives();
    if (strcmp(wanted, "sends") == 0) sends();
    if (strcmp(wanted, "blocking") == 0) blocking();
    if (strcmp(wanted, "beside_collective") == 0) beside_collective();
    if (strcmp(wanted, "in_collective") == 0) in_collective();
    if (strncmp(wanted, "changed_", 8) == 0 && strcmp(wanted, "changed_again") != 0) changed_in_collective(wanted + 8);
    if (strcmp(wanted, "attached") == 0) attached();
    if (strcmp(wanted, "twice") == 0) twice();
    if (strcmp(wanted, "buffering") == 0) buffering();
    if (strcmp(wanted, "buffering_immediate") == 0) buffering_immediate();
    if (strcmp(wanted, "buffering_late") == 0) buffering_late(atol(argv[2]));
    if (strcmp(wanted, "harmless") == 0) harmless();
    MPI_Finalize();
    if (rank == 0) puts("done");
    return 0;
}
