// How the ranks of CAP Bench's programs exchange bytes: by MPI or, with -DCAP_BENCH_IPC, by the raw channels of an
// emulated chip (<sartor/channel.h>), as the versions are that LWMPI, section 6.2, compares. Both block.
//
// One message over the raw channels is that of LWMPI's baseline over Nanvix (the function data_send of the branch
// ccpe-benchmarks-submasters of https://github.com/nanvix/benchmarks): the receiver's permission and the sender's request by
// mailbox, then a portal; what is written to is opened before and closed behind.
#ifndef TRANSPORT_H
#define TRANSPORT_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef CAP_BENCH_IPC
#include <sartor.h>
#include <sartor/channel.h>

enum { permission_port, request_port, data_port = 0 };

static inline void transport_start(int* argc, char*** argv) {
    (void)argc, (void)argv;
}
static inline void transport_end(void) {}
static inline int transport_rank(void) {
    return sartor_rank();
}
static inline int transport_ranks(void) {
    return sartor_ranks();
}
static inline void transport_abort(void) {
    exit(1);
}
static inline double transport_seconds(void) {
    return sartor_seconds();
}
static inline void transport_barrier(void) {} // finding the clusters takes no time

// For each rank a number that it shares with the ranks of its cluster alone.
static inline void transport_clusters(int* cluster_of) {
    for (int rank = 0; rank < sartor_ranks(); ++rank) cluster_of[rank] = sartor_cluster(rank);
}

static inline void send_mail(int rank, int port, size_t bytes) {
    const long long number = (long long)bytes;
    sartor_port_open(rank, port);
    sartor_mailbox_send(rank, port, &number, sizeof number);
    sartor_port_close(rank, port);
}
static inline void receive_mail(int rank, int port) {
    long long number;
    sartor_mailbox_receive(&rank, port, &number, sizeof number);
}

static inline void send_to(int rank, const void* data, size_t bytes) {
    receive_mail(rank, permission_port);
    send_mail(rank, request_port, bytes);
    sartor_port_open(rank, data_port);
    sartor_portal_write(rank, data_port, data, bytes, 0);
    sartor_port_close(rank, data_port);
}
static inline void receive_from(int rank, void* data, size_t bytes) {
    send_mail(rank, permission_port, bytes);
    receive_mail(rank, request_port);
    sartor_portal_allow(rank, data_port, data, bytes);
    sartor_portal_wait(rank, data_port);
}
#else
#include <mpi.h>

#include "../operations.h"

static inline void transport_start(int* argc, char*** argv) {
    MPI_Init(argc, argv);
}
static inline void transport_end(void) {
    MPI_Finalize();
}
static inline int transport_rank(void) {
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}
static inline int transport_ranks(void) {
    int ranks;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    return ranks;
}
static inline void transport_abort(void) {
    MPI_Abort(MPI_COMM_WORLD, 1);
}
static inline double transport_seconds(void) {
    return MPI_Wtime();
}
static inline void transport_barrier(void) {
    MPI_Barrier(MPI_COMM_WORLD);
}

// For each rank a number that it shares with the ranks of its cluster alone: the smallest of them.
static inline void transport_clusters(int* cluster_of) {
    MPI_Comm cluster;
    int first = transport_rank();
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, first, MPI_INFO_NULL, &cluster);
    MPI_Bcast(&first, 1, MPI_INT, 0, cluster);
    MPI_Comm_free(&cluster);
    MPI_Allgather(&first, 1, MPI_INT, cluster_of, 1, MPI_INT, MPI_COMM_WORLD);
}

static inline void send_to(int rank, const void* data, size_t bytes) {
    MPI_Send(data, (int)bytes, MPI_BYTE, rank, 0, MPI_COMM_WORLD);
}
static inline void receive_from(int rank, void* data, size_t bytes) {
    MPI_Recv(data, (int)bytes, MPI_BYTE, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
#endif

static inline void fail(const char* program, const char* message) {
    fprintf(stderr, "%s: %s\n", program, message);
    transport_abort();
}

// Zeros. Ends the program where there is no room.
static inline void* allocate(const char* program, size_t bytes) {
    void* const memory = calloc(bytes > 0 ? bytes : 1, 1);
    if (memory == NULL) fail(program, "no memory for a problem of this size");
    return memory;
}

#endif
