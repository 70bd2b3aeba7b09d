// stdout and stderr are variables of the rank.
// ranks: 1 4
#include "../common/program.h"
#include <errno.h>
#include <stdarg.h>
#include <unistd.h>

static void print(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    char name[64], expected[128], text[128] = "";
    snprintf(name, sizeof name, "written_by_%d", rank);
    FILE *const output = stdout, *const error = stderr;
    stdout = stderr = fopen(name, "w");
    CHECK(stdout != NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d", rank);
    print(" %d", rank);
    putchar('\n');
    puts("puts");
    errno = ENOENT;
    perror(name);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(fclose(stdout) == 0);
    stdout = output;
    stderr = error;
    FILE* const file = fopen(name, "r");
    CHECK(file != NULL && fread(text, 1, sizeof text - 1, file) > 0 && fclose(file) == 0);
    snprintf(expected, sizeof expected, "%d %d\nputs\n%s: No such file or directory\n", rank, rank, name);
    CHECK(strcmp(text, expected) == 0);
    CHECK(unlink(name) == 0);
    return end("assigned streams");
}
