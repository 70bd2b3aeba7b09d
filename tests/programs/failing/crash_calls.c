// A crash is told with all calls that led there, by functions and lines; some of them were inlined.
// ranks: 3
// flags: -g
// exit: 139
// stderr: ^sartor: rank 1 crashed: segmentation fault at address 0x10$
// stderr: ^sartor:   in innermost.* \(crash_calls\.c:19\)
// stderr: ^sartor:   from descend\+0x.* \(crash_calls\.c:24\), [0-9]+ times$
// stderr: ^sartor:   from outer.* \(crash_calls\.c:29\), inlined
// stderr: ^sartor:   from main\+0x.* \(crash_calls\.c:3[0-9]\)
// stderr: ^sartor:   outside of MPI; its last MPI call: MPI_Barrier$
#include "../common/program.h"

struct node {
    int values[4];
    int last;
};

__attribute__((noinline)) static int innermost(volatile struct node* node) {
    return node->last;
}

__attribute__((noinline)) static int descend(struct node* node, int depth) {
    int value = 0;
    value = depth > 0 ? descend(node, depth - 1) : innermost(node);
    return value + 1;
}

static inline __attribute__((always_inline)) int outer(struct node* node) {
    return descend(node, size + 2) + 1;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    struct node* none = argc > 100 ? (struct node*)argv : NULL;
    if (rank == 1) CHECK(outer(none) > 0);
    MPI_Barrier(MPI_COMM_WORLD);
    return end("not reached");
}
