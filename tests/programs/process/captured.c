// A rank captures its standard output by dup and dup2, as frameworks of tests do.
// ranks: 1 4
// count: N before [0-9]
// count: N after [0-9]
// count: 0 inside
#include "../common/program.h"
#include <fcntl.h>
#include <unistd.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    char path[64], text[200] = "", expected[100];
    snprintf(path, sizeof path, "captured.%d", rank);
    printf("before %d\n", rank);
    fflush(stdout);
    int kept = dup(STDOUT_FILENO);
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    CHECK(kept > 2 && file > 2);
    CHECK(dup2(file, STDOUT_FILENO) == STDOUT_FILENO);
    close(file);
    printf("inside %d\n", rank);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("inside again %d\n", rank);
    fflush(stdout);
    CHECK(system("echo inside a program") == 0);
    fflush(stdout);
    CHECK(dup2(kept, STDOUT_FILENO) == STDOUT_FILENO);
    close(kept);
    printf("after %d\n", rank);
    FILE* written = fopen(path, "r");
    CHECK(written != NULL && fread(text, 1, sizeof text - 1, written) > 0);
    if (written) fclose(written);
    snprintf(expected, sizeof expected, "inside %d\ninside again %d\ninside a program\n", rank, rank);
    CHECK(strcmp(text, expected) == 0);
    unlink(path);
    return end("captured output");
}
