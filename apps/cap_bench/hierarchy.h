// The ranks of a master/slave program with a local master in each cluster (LWMPI, section 6.2): the global master
// speaks with the local masters, and each of these with the slaves of its cluster. A cluster is what shares memory:
// one of a chip's, or this computer. The global master is the local master of its cluster too, and every master is
// also a slave, so that any number of ranks will do.
#ifndef HIERARCHY_H
#define HIERARCHY_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

// On an emulated chip a rank says how long it computes; elsewhere it just computes.
#if __has_include(<sartor.h>)
#include <sartor.h>
#else
static inline void sartor_compute(unsigned long long cycles) {
    (void)cycles;
}
#endif

typedef struct {
    int rank, size;         // of all
    MPI_Comm cluster;       // its rank 0 is the local master
    int local, locals;      // rank and ranks there
    MPI_Comm masters;       // of the local masters; MPI_COMM_NULL at the others. Its rank 0 is the global master
    int cluster_number;     // the local master's rank among the masters
    int clusters;
} Hierarchy;

static inline void fail(const char* program, const char* message) {
    fprintf(stderr, "%s: %s\n", program, message);
    MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

static inline Hierarchy make_hierarchy(void) {
    Hierarchy own;
    int numbers[2];
    MPI_Comm_rank(MPI_COMM_WORLD, &own.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &own.size);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, own.rank, MPI_INFO_NULL, &own.cluster);
    MPI_Comm_rank(own.cluster, &own.local);
    MPI_Comm_size(own.cluster, &own.locals);
    MPI_Comm_split(MPI_COMM_WORLD, own.local == 0 ? 0 : MPI_UNDEFINED, own.rank, &own.masters);
    if (own.local == 0) {
        MPI_Comm_rank(own.masters, &numbers[0]);
        MPI_Comm_size(own.masters, &numbers[1]);
    }
    MPI_Bcast(numbers, 2, MPI_INT, 0, own.cluster);
    own.cluster_number = numbers[0];
    own.clusters = numbers[1];
    return own;
}

static inline void free_hierarchy(Hierarchy* own) {
    MPI_Comm_free(&own->cluster);
    if (own->masters != MPI_COMM_NULL) MPI_Comm_free(&own->masters);
}

// The part of `total` things that belongs to one of `parts`: first to first + count - 1.
typedef struct {
    long first, count;
} Part;

static inline Part part_of(long total, int part, int parts) {
    const long each = total / parts, more = total % parts;
    return (Part){part * each + (part < more ? part : more), each + (part < more)};
}
// The part of this rank: of its cluster's part, which is as large as the cluster has ranks.
static inline Part own_part(const Hierarchy* own, long total) {
    return part_of(total, own->rank, own->size);
}

// The same bytes to all: from the global master to the local masters, one after the other, and on to their slaves.
static inline void send_to_all(const Hierarchy* own, void* data, int count, MPI_Datatype type, int tag) {
    if (own->local == 0) {
        for (int one = 1; own->rank == 0 && one < own->clusters; ++one)
            MPI_Send(data, count, type, one, tag, own->masters);
        if (own->cluster_number > 0) MPI_Recv(data, count, type, 0, tag, own->masters, MPI_STATUS_IGNORE);
        for (int one = 1; one < own->locals; ++one) MPI_Send(data, count, type, one, tag, own->cluster);
    } else {
        MPI_Recv(data, count, type, 0, tag, own->cluster, MPI_STATUS_IGNORE);
    }
}

// Sums of all ranks at the global master, by way of the local masters. `room`: for as many numbers.
static inline void add_up(const Hierarchy* own, long long* sums, long long* room, int count, int tag) {
    if (own->local > 0) {
        MPI_Send(sums, count, MPI_LONG_LONG, 0, tag, own->cluster);
        return;
    }
    for (int one = 1; one < own->locals; ++one) {
        MPI_Recv(room, count, MPI_LONG_LONG, one, tag, own->cluster, MPI_STATUS_IGNORE);
        for (int index = 0; index < count; ++index) sums[index] += room[index];
    }
    if (own->cluster_number > 0) MPI_Send(sums, count, MPI_LONG_LONG, 0, tag, own->masters);
    for (int one = 1; own->rank == 0 && one < own->clusters; ++one) {
        MPI_Recv(room, count, MPI_LONG_LONG, one, tag, own->masters, MPI_STATUS_IGNORE);
        for (int index = 0; index < count; ++index) sums[index] += room[index];
    }
}

#endif
