/* Each collective with data that tell who sent them: called, checked, and whether it can be right at all when
   one member has not taken part. */
#ifndef COLLECTIVES_H
#define COLLECTIVES_H

#include "check.h"

enum {
    barrier,
    bcast,
    reduce,
    allreduce,
    gather,
    gatherv,
    scatter,
    scatterv,
    allgather,
    allgatherv,
    alltoall,
    alltoallv,
    alltoallw,
    scan,
    exscan,
    reduce_scatter,
    reduce_scatter_block,
    kinds
};
static const char* const names[kinds] = {"barrier",
                                         "bcast",
                                         "reduce",
                                         "allreduce",
                                         "gather",
                                         "gatherv",
                                         "scatter",
                                         "scatterv",
                                         "allgather",
                                         "allgatherv",
                                         "alltoall",
                                         "alltoallv",
                                         "alltoallw",
                                         "scan",
                                         "exscan",
                                         "reduce_scatter",
                                         "reduce_scatter_block"};

struct Collective {
    int kind, root, count, me, members;
    int *in, *out, *counts, *places, *byte_places;
    MPI_Datatype* types;
};

static inline int value_at(int member, int at) {
    return member * 7 + at % 1000 + 1;
}

static inline void prepare(struct Collective* it, int kind, MPI_Comm comm, int root, int count) {
    it->kind = kind;
    it->root = root;
    it->count = count;
    MPI_Comm_rank(comm, &it->me);
    MPI_Comm_size(comm, &it->members);
    const int all = it->members * count;
    it->in = malloc((size_t)all * sizeof(int));
    it->out = malloc((size_t)all * sizeof(int));
    it->counts = malloc((size_t)it->members * sizeof(int));
    it->places = malloc((size_t)it->members * sizeof(int));
    it->byte_places = malloc((size_t)it->members * sizeof(int));
    it->types = malloc((size_t)it->members * sizeof(MPI_Datatype));
    for (int at = 0; at < all; ++at) {
        it->in[at] = value_at(it->me, at);
        it->out[at] = -1;
    }
    if (kind == bcast && it->me == root) memcpy(it->out, it->in, (size_t)count * sizeof(int));
    for (int member = 0; member < it->members; ++member) {
        it->counts[member] = count;
        it->places[member] = member * count;
        it->byte_places[member] = member * count * (int)sizeof(int);
        it->types[member] = MPI_INT;
    }
}
static inline void drop(struct Collective* it) {
    free(it->in);
    free(it->out);
    free(it->counts);
    free(it->places);
    free(it->byte_places);
    free(it->types);
}

static inline int call(struct Collective* it, MPI_Comm comm) {
    const int count = it->count, root = it->root;
    int *const in = it->in, *const out = it->out, *const counts = it->counts, *const places = it->places;
    switch (it->kind) {
    case barrier:
        return MPI_Barrier(comm);
    case bcast:
        return MPI_Bcast(out, count, MPI_INT, root, comm);
    case reduce:
        return MPI_Reduce(in, out, count, MPI_INT, MPI_SUM, root, comm);
    case allreduce:
        return MPI_Allreduce(in, out, count, MPI_INT, MPI_SUM, comm);
    case gather:
        return MPI_Gather(in, count, MPI_INT, out, count, MPI_INT, root, comm);
    case gatherv:
        return MPI_Gatherv(in, count, MPI_INT, out, counts, places, MPI_INT, root, comm);
    case scatter:
        return MPI_Scatter(in, count, MPI_INT, out, count, MPI_INT, root, comm);
    case scatterv:
        return MPI_Scatterv(in, counts, places, MPI_INT, out, count, MPI_INT, root, comm);
    case allgather:
        return MPI_Allgather(in, count, MPI_INT, out, count, MPI_INT, comm);
    case allgatherv:
        return MPI_Allgatherv(in, count, MPI_INT, out, counts, places, MPI_INT, comm);
    case alltoall:
        return MPI_Alltoall(in, count, MPI_INT, out, count, MPI_INT, comm);
    case alltoallv:
        return MPI_Alltoallv(in, counts, places, MPI_INT, out, counts, places, MPI_INT, comm);
    case alltoallw:
        return MPI_Alltoallw(in, counts, it->byte_places, it->types, out, counts, it->byte_places, it->types,
                             comm);
    case scan:
        return MPI_Scan(in, out, count, MPI_INT, MPI_SUM, comm);
    case exscan:
        return MPI_Exscan(in, out, count, MPI_INT, MPI_SUM, comm);
    case reduce_scatter:
        return MPI_Reduce_scatter(in, out, counts, MPI_INT, MPI_SUM, comm);
    default:
        return MPI_Reduce_scatter_block(in, out, count, MPI_INT, MPI_SUM, comm);
    }
}
#ifdef IMMEDIATE
static inline int begin(struct Collective* it, MPI_Comm comm, MPI_Request* request) {
    const int count = it->count, root = it->root;
    int *const in = it->in, *const out = it->out, *const counts = it->counts, *const places = it->places;
    switch (it->kind) {
    case barrier:
        return MPI_Ibarrier(comm, request);
    case bcast:
        return MPI_Ibcast(out, count, MPI_INT, root, comm, request);
    case reduce:
        return MPI_Ireduce(in, out, count, MPI_INT, MPI_SUM, root, comm, request);
    case allreduce:
        return MPI_Iallreduce(in, out, count, MPI_INT, MPI_SUM, comm, request);
    case gather:
        return MPI_Igather(in, count, MPI_INT, out, count, MPI_INT, root, comm, request);
    case gatherv:
        return MPI_Igatherv(in, count, MPI_INT, out, counts, places, MPI_INT, root, comm, request);
    case scatter:
        return MPI_Iscatter(in, count, MPI_INT, out, count, MPI_INT, root, comm, request);
    case scatterv:
        return MPI_Iscatterv(in, counts, places, MPI_INT, out, count, MPI_INT, root, comm, request);
    case allgather:
        return MPI_Iallgather(in, count, MPI_INT, out, count, MPI_INT, comm, request);
    case allgatherv:
        return MPI_Iallgatherv(in, count, MPI_INT, out, counts, places, MPI_INT, comm, request);
    case alltoall:
        return MPI_Ialltoall(in, count, MPI_INT, out, count, MPI_INT, comm, request);
    case alltoallv:
        return MPI_Ialltoallv(in, counts, places, MPI_INT, out, counts, places, MPI_INT, comm, request);
    case alltoallw:
        return MPI_Ialltoallw(in, counts, it->byte_places, it->types, out, counts, it->byte_places, it->types,
                              comm, request);
    case scan:
        return MPI_Iscan(in, out, count, MPI_INT, MPI_SUM, comm, request);
    case exscan:
        return MPI_Iexscan(in, out, count, MPI_INT, MPI_SUM, comm, request);
    case reduce_scatter:
        return MPI_Ireduce_scatter(in, out, counts, MPI_INT, MPI_SUM, comm, request);
    default:
        return MPI_Ireduce_scatter_block(in, out, count, MPI_INT, MPI_SUM, comm, request);
    }
}
#endif

static inline int sum_until(int members, int at) {
    int sum = 0;
    for (int member = 0; member < members; ++member) sum += value_at(member, at);
    return sum;
}
static inline int is_right(const struct Collective* it) {
    const int me = it->me, count = it->count, members = it->members;
    for (int at = 0; at < count; ++at) {
        const int got = it->out[at];
        switch (it->kind) {
        case barrier:
            break;
        case bcast:
            if (got != value_at(it->root, at)) return 0;
            break;
        case reduce:
            if (me == it->root && got != sum_until(members, at)) return 0;
            break;
        case allreduce:
            if (got != sum_until(members, at)) return 0;
            break;
        case scatter:
        case scatterv:
            if (got != value_at(it->root, me * count + at)) return 0;
            break;
        case scan:
            if (got != sum_until(me + 1, at)) return 0;
            break;
        case exscan:
            if (me > 0 && got != sum_until(me, at)) return 0;
            break;
        case reduce_scatter:
        case reduce_scatter_block:
            if (got != sum_until(members, me * count + at)) return 0;
            break;
        default:
            for (int member = 0; member < members; ++member) {
                const int each = it->out[member * count + at];
                const int is_all = it->kind == alltoall || it->kind == alltoallv || it->kind == alltoallw;
                if ((it->kind == gather || it->kind == gatherv) && me != it->root) break;
                if (each != value_at(member, is_all ? me * count + at : at)) return 0;
            }
        }
    }
    return 1;
}

/* Without the part of `dead` this member has no result. */
static inline int needs(const struct Collective* it, int dead) {
    switch (it->kind) {
    case bcast:
    case scatter:
    case scatterv:
        return it->root == dead;
    case reduce:
    case gather:
    case gatherv:
        return it->me == it->root;
    case scan:
    case exscan:
        return it->me > dead;
    default:
        return 1;
    }
}

static inline void expect_outcome(const struct Collective* it, int error, int dead, const char* when) {
    const char* const what = names[it->kind];
    if (error == MPI_SUCCESS) {
        expect(!needs(it, dead), "%s of %d, root %d, %s: success without the part of %d", what, it->count,
               it->root, when, dead);
        expect(is_right(it), "%s of %d, root %d, %s: success with wrong data", what, it->count, it->root,
               when);
    } else {
        expect(class_of(error) == MPIX_ERR_PROC_FAILED, "%s of %d, root %d, %s: %s", what, it->count,
               it->root, when, name_of(class_of(error)));
    }
}
static inline void expect_complete(const struct Collective* it, int error, const char* when) {
    const char* const what = names[it->kind];
    expect(error == MPI_SUCCESS, "%s of %d, %s: %s", what, it->count, when, name_of(class_of(error)));
    if (error == MPI_SUCCESS) expect(is_right(it), "%s of %d, %s: wrong data", what, it->count, when);
}

#endif
