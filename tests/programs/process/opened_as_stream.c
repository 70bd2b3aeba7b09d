// A file that is opened after descriptor 1 was closed is standard output; so is a second stream of descriptor 1.
// ranks: 1 4
#include "../common/program.h"
#include <fcntl.h>
#include <unistd.h>

static void expect(const char* name, const char* expected) {
    char text[128] = "";
    FILE* const file = fopen(name, "r");
    CHECK(file != NULL && fread(text, 1, sizeof text - 1, file) > 0 && fclose(file) == 0);
    CHECK(strcmp(text, expected) == 0);
    CHECK(unlink(name) == 0);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    char name[64], expected[64];
    snprintf(name, sizeof name, "opened_by_%d", rank);
    snprintf(expected, sizeof expected, "rank %d\nby stream\n", rank);
    const int before = dup(1);
    CHECK(close(1) == 0);
    CHECK(open(name, O_CREAT | O_TRUNC | O_WRONLY, 0600) == 1);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("rank %d\n", rank);
    fflush(stdout);
    FILE* const stream = fdopen(1, "w");
    CHECK(stream != NULL && fprintf(stream, "by stream\n") > 0 && fflush(stream) == 0);
    CHECK(close(1) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(dup(before) == 1);
    CHECK(close(before) == 0);
    expect(name, expected);
    return end("opened as a stream");
}
