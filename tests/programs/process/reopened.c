// What a rank redirects by freopen is its own.
// ranks: 1 4
// count: 0 into the file
#include "../common/program.h"
#include <unistd.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    char path[64], text[200] = "", expected[100];
    snprintf(path, sizeof path, "reopened.%d", rank);
    if (rank % 2 == 0) {
        CHECK(freopen(path, "w", stderr) == stderr);
        fprintf(stderr, "into the file %d\n", rank);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank % 2 == 0) {
        fflush(stderr);
        FILE* written = fopen(path, "r");
        CHECK(written != NULL && fread(text, 1, sizeof text - 1, written) > 0);
        if (written) fclose(written);
        snprintf(expected, sizeof expected, "into the file %d\n", rank);
        CHECK(strcmp(text, expected) == 0);
        unlink(path);
    }
    if (rank == size - 1 && rank > 0) {
        CHECK(freopen(path, "w", stdout) == stdout);
        printf("into the file too\n");
        CHECK(fclose(stdout) == 0);
        FILE* written = fopen(path, "r");
        text[0] = '\0';
        CHECK(written != NULL && fgets(text, sizeof text, written) != NULL);
        if (written) fclose(written);
        CHECK(strcmp(text, "into the file too\n") == 0);
        unlink(path);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return end("redirected streams");
}
