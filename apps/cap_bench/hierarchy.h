// The ranks of a master/slave program with a local master in each cluster (LWMPI, sections 6.1 and 7.2): rank 0, the
// global master, exchanges messages with the local masters, and each of these with the slaves of its cluster. A cluster is
// what shares memory: one of a chip's, or this computer. The local master is the cluster's first rank that is not the global
// master; a rank alone is all of them.
#ifndef HIERARCHY_H
#define HIERARCHY_H

#include <string.h>

#include "transport.h"

typedef struct {
    int rank, ranks;
    int clusters;     // that have a local master
    int* masters;     // local ones, in the order of their ranks; the global master has no other list
    int own;          // cluster of this rank, 0 to clusters - 1; -1 at the global master
    int local_master; // rank
    int* slaves;      // of the own cluster
    int slave_count;
    double start;     // of the work, seconds
    int shows_time;
} Hierarchy;

// The part of `total` things that belongs to one of `parts`: first to first + count - 1.
typedef struct {
    int first, count;
} Part;

static inline Part part_of(int total, int part, int parts) {
    const int each = total / parts, more = total % parts;
    return (Part){part * each + (part < more ? part : more), each + (part < more)};
}

static inline int is_global_master(const Hierarchy* all) {
    return all->rank == 0;
}
static inline int is_local_master(const Hierarchy* all) {
    return all->rank > 0 && all->rank == all->local_master;
}

// The local masters: ranks but 0 whose cluster has no smaller one but 0.
static inline void find_masters(Hierarchy* all, const int* cluster_of) {
    for (int rank = 1; rank < all->ranks; ++rank) {
        int known = 0;
        for (int one = 0; one < all->clusters; ++one) known |= cluster_of[all->masters[one]] == cluster_of[rank];
        if (!known) all->masters[all->clusters++] = rank;
    }
}
static inline void find_own_cluster(Hierarchy* all, const int* cluster_of) {
    for (int one = 0; one < all->clusters; ++one)
        if (cluster_of[all->masters[one]] == cluster_of[all->rank]) all->own = one;
    all->local_master = all->masters[all->own];
    for (int rank = all->local_master + 1; rank < all->ranks; ++rank)
        if (cluster_of[rank] == cluster_of[all->rank]) all->slaves[all->slave_count++] = rank;
}

// How much there is to do by default: a paper's amount for each cluster.
static inline int scaled(const Hierarchy* all, int each) {
    return each * (all->clusters > 0 ? all->clusters : 1);
}

static inline Hierarchy make_hierarchy(const char* program) {
    Hierarchy all = {.rank = transport_rank(), .ranks = transport_ranks(), .own = -1};
    const size_t list = sizeof(int) * (size_t)all.ranks;
    int* const cluster_of = allocate(program, list);
    all.masters = allocate(program, list);
    all.slaves = allocate(program, list);
    transport_clusters(cluster_of);
    find_masters(&all, cluster_of);
    if (all.rank > 0) find_own_cluster(&all, cluster_of);
    free(cluster_of);
    transport_barrier();
    all.start = transport_seconds();
    return all;
}

// Since the hierarchy was made, where that was asked for.
static inline void print_time(const Hierarchy* all, const char* program) {
    if (!all->shows_time) return;
    printf("%s: %d ranks in %d clusters: %.6f ms\n", program, all->ranks, scaled(all, 1),
            (transport_seconds() - all->start) * 1e3);
}

static inline void free_hierarchy(Hierarchy* all) {
    free(all->masters);
    free(all->slaves);
}

// Whether the last argument is this option; if so, it is taken away.
static inline int take_option(int* argc, char** argv, const char* option) {
    const int found = *argc > 1 && strcmp(argv[*argc - 1], option) == 0;
    *argc -= found;
    return found;
}

// The hierarchy of a program, whose options --time and --check are taken away.
static inline Hierarchy start_hierarchy(int* argc, char*** argv, const char* program, int* check) {
    transport_start(argc, argv);
    Hierarchy all = make_hierarchy(program);
    *check = take_option(argc, *argv, "--check");
    all.shows_time = take_option(argc, *argv, "--time");
    return all;
}

// Says whether one rank has another result. Returns what it is given.
static inline int print_check(int differs) {
    printf("check: %s\n", differs ? "another result by one rank" : "the same by one rank");
    return differs;
}

// Numbers that are the same on every rank, by position (SplitMix64).
static inline unsigned long long number_at(unsigned long long position) {
    unsigned long long value = (position + 1) * 0x9e3779b97f4a7c15ULL;
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9ULL;
    value = (value ^ value >> 27) * 0x94d049bb133111ebULL;
    return value ^ value >> 31;
}

#endif
