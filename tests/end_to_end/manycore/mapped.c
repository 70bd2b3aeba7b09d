// Memory of a cluster by other ways than malloc: deep stacks, mappings.
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { frame = 1024, page = 4096 };

__attribute__((noinline)) static int recurse(int depth) {
    volatile char local[frame];
    local[depth % frame] = 1; // at a place that compilers don't know, and read after the call: neither the frame
    const int deeper = depth == 0 ? 0 : recurse(depth - 1); // gets smaller nor the recursion a loop
    return deeper + local[depth % frame];
}

static void fail(const char *what) {
    fprintf(stderr, "mapped: %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void map(int pages) {
    char *all = mmap(NULL, (size_t)pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) {
        printf("no room for %d pages\n", pages);
        return;
    }
    memset(all, 1, (size_t)pages * page);
    if (mmap(NULL, 2048 * page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED) fail("8 MB fit into 2");
    if (munmap(all + page, page) != 0) fail("munmap in the middle");
    if (munmap(all, page) != 0 || munmap(all + 2 * page, (size_t)(pages - 2) * page) != 0) fail("munmap");
    char *again = mmap(NULL, (size_t)pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (again == MAP_FAILED) fail("what was given back is not there again");
    again = mremap(again, (size_t)pages * page, page, MREMAP_MAYMOVE);
    if (again == MAP_FAILED) fail("mremap");
    munmap(again, page);
    printf("mapped: %d pages\n", pages);
}

// usage: mapped KILOBYTES_OF_STACK PAGES
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int depth = argc > 1 ? atoi(argv[1]) : 0;
    if (depth > 0 && recurse(depth) == -1) fail("recursion");
    if (argc > 2 && atoi(argv[2]) > 0) map(atoi(argv[2]));
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) puts("memory: correct");
    MPI_Finalize();
    return 0;
}
