// Allocates until the memory of its cluster is full, and gives back what it took.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most = 1000, bytes = 4096 };

static char* blocks[most];

static void fail(const char* what) {
    fprintf(stderr, "memory: %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void check_functions(void) {
    char* text = realloc(strdup("hello"), 1000);
    if (text == NULL || strcmp(text, "hello") != 0) fail("strdup and realloc");
    void* aligned = NULL;
    if (posix_memalign(&aligned, 256, 100) != 0 || (uintptr_t)aligned % 256 != 0) fail("posix_memalign");
    int* zeros = calloc(100, sizeof *zeros);
    for (int index = 0; index < 100; ++index)
        if (zeros[index] != 0) fail("calloc");
    free(zeros);
    free(aligned);
    free(text);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank, count = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    while (count < most && (blocks[count] = malloc(bytes)) != NULL) memset(blocks[count++], rank, bytes);
    printf("rank %d: %d blocks\n", rank, count);
    for (int index = 0; index < count; ++index) {
        if (blocks[index][bytes - 1] != (char)rank) fail("a block has changed");
        free(blocks[index]);
    }
    check_functions();
    MPI_Finalize();
    return 0;
}
