// close(1) and open(): all that the program names of descriptors.
// ranks: 1 4
#include "../common/program.h"
#include <fcntl.h>
#include <unistd.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    char name[64], text[64] = "", expected[64];
    snprintf(name, sizeof name, "output_of_%d", rank);
    snprintf(expected, sizeof expected, "written by %d\n", rank);
    const int code = verdict("opened as output");
    close(1);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(open(name, O_CREAT | O_TRUNC | O_RDWR, 0600) == 1);
    printf("written by %d\n", rank);
    fflush(stdout);
    FILE* const file = fopen(name, "r");
    CHECK(file != NULL && fgets(text, sizeof text, file) != NULL && strcmp(text, expected) == 0);
    CHECK(unlink(name) == 0);
    MPI_Finalize();
    return code + failures;
}
