// A rank that closes all descriptors but the standard ones, as programs that go into the background do, takes
// nothing from ranks that start later.
// ranks: 1 2 5 16
// options: --cores 0
// oracle: no
#include "../common/program.h"
#include <unistd.h>

static int own = 7;
static const char* const words[] = {"one", "two"};

int main(int argc, char** argv) {
    for (int descriptor = 3; descriptor < 1024; ++descriptor) close(descriptor);
    // What is opened now has a number that was another's.
    FILE* files[8];
    for (int count = 0; count < 8; ++count) files[count] = fopen("/proc/self/status", "r");
    begin(&argc, &argv);
    own += rank;
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(own == 7 + rank && strcmp(words[rank % 2], rank % 2 == 0 ? "one" : "two") == 0);
    for (int count = 0; count < 8; ++count)
        if (files[count] != NULL) fclose(files[count]);
    return end("descriptors that a rank closes");
}
