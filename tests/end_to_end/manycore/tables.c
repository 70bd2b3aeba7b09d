// What the MPI library keeps or takes for a call, as part of a cluster's memory: blocks of MPI_Alltoall, copies, tables of
// communicators, groups and datatypes, windows. Usage: tables WHAT [COUNT]
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { block = 64, long_block = 10000 };

static int rank, size;

static void exchange(void) {
    char *out = calloc(size, block), *in = calloc(size, block);
    MPI_Alltoall(out, block, MPI_CHAR, in, block, MPI_CHAR, MPI_COMM_WORLD);
    free(out);
    free(in);
}

static void exchange_in_place(void) {
    char *all = calloc(size, long_block);
    MPI_Alltoall(MPI_IN_PLACE, long_block, MPI_CHAR, all, long_block, MPI_CHAR, MPI_COMM_WORLD);
    free(all);
}

// Colours without a regular distance of their ranks.
static MPI_Comm split(void) {
    MPI_Comm part;
    MPI_Comm_split(MPI_COMM_WORLD, rank * rank % 3, rank * 7 % size, &part);
    return part;
}

// All ranks but each seventh: 4 bytes for each.
static MPI_Group include(void) {
    int *members = malloc(size * sizeof *members), count = 0;
    for (int one = 0; one < size; ++one)
        if (one % 7 != 3) members[count++] = one;
    MPI_Group world, group;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, count, members, &group);
    MPI_Group_free(&world);
    free(members);
    return group;
}

static void index_type(void) {
    const int lengths[] = {1, 2, 3, 4}, displacements[] = {0, 10, 20, 30};
    MPI_Datatype type;
    MPI_Type_indexed(4, lengths, displacements, MPI_INT, &type);
    MPI_Type_commit(&type);
}

static void make_window(void) {
    MPI_Win window;
    MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const char *what = argv[1];
    const int count = argc > 2 ? atoi(argv[2]) : 1;
    for (int time = 0; time < count; ++time) {
        if (strcmp(what, "exchange") == 0) exchange();
        if (strcmp(what, "in_place") == 0) exchange_in_place();
        if (strcmp(what, "communicators") == 0) split();
        if (strcmp(what, "groups") == 0) include();
        if (strcmp(what, "types") == 0) index_type();
        if (strcmp(what, "windows") == 0) make_window();
        if (strcmp(what, "barrier") == 0) MPI_Barrier(MPI_COMM_WORLD);
        if (strcmp(what, "freed") == 0) {
            MPI_Group group = include();
            MPI_Comm part = split();
            MPI_Group_free(&group);
            MPI_Comm_free(&part);
        }
    }
    MPI_Finalize();
    if (rank == 0) puts("tables: done");
    return 0;
}
