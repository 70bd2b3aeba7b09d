// What is asked of a redirected descriptor concerns the rank's file.
// ranks: 1 3
// machine: host
// stdout: before
#include "../common/program.h"
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    char name[40], text[40] = "";
    snprintf(name, sizeof name, "redirected.%d", rank);
    puts("before");
    fflush(stdout);
    int kept = dup(1);
    CHECK(freopen(name, "w", stdout) != NULL);
    struct iovec pieces[] = {{(char*)"ab", 2}, {(char*)"c\n", 2}};
    CHECK(writev(1, pieces, 2) == 4);
    CHECK(dprintf(1, "rank %d\n", rank) == 7);
    struct stat status;
    CHECK(fstat(1, &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 11);
    CHECK(lseek(1, 0, SEEK_CUR) == 11 && fsync(1) == 0);
    CHECK(ftruncate(1, 4) == 0);
    FILE* file = fopen(name, "r");
    CHECK(file != NULL && fread(text, 1, sizeof text - 1, file) == 4 && strcmp(text, "abc\n") == 0);
    fclose(file);
    CHECK(dup2(kept, 1) == 1);
    remove(name);
    return end("redirected files");
}
