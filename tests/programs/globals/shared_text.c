// What ranks only read, code and constants, is in memory once; what they write is their own.
// ranks: 1 2 16 64
// oracle: no
#include "../common/program.h"

enum { words = 1 << 18 };
#define FOUR(x) (x), (x) + 1, (x) + 2, (x) + 3
#define MANY(x) FOUR(x), FOUR((x) + 4), FOUR((x) + 8), FOUR((x) + 12)
#define MORE(x) MANY(x), MANY((x) + 16), MANY((x) + 32), MANY((x) + 48)
static const int table[words] = {MORE(1), [words - 1] = 7}; // 1 MiB
static int own[1000] = {1};

// KiB of this process, what others share counted in parts.
static long proportional_set_size(void) {
    char line[256];
    long size = 0;
    FILE* file = fopen("/proc/self/smaps_rollup", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "Pss: %ld", &size) == 1) break;
    if (file != NULL) fclose(file);
    return size;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    long sum = 0;
    for (int index = 0; index < words; index += 16) sum += table[index];
    CHECK(sum == 1 + 17 + 33 + 49 && table[words - 1] == 7);
    own[rank % 1000] += rank;
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(own[rank % 1000] == (rank % 1000 == 0) + rank && (rank == 0 || own[0] == 1));
    CHECK(rank != 0 || proportional_set_size() < 1024 * 4 + 100L * size);
    return end("what is only read is shared");
}
