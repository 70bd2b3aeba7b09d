// The current folder and the mask of permissions belong to the rank.
// ranks: 1 4
// machine: host
#define _GNU_SOURCE
#include "../common/program.h"
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    char name[32], start[PATH_MAX], now[PATH_MAX], expected[2 * PATH_MAX];
    CHECK(getcwd(start, sizeof start) != NULL);
    snprintf(name, sizeof name, "folder.%d", rank);
    CHECK(mkdir(name, 0700) == 0);
    CHECK(chdir(name) == 0);
    umask(rank % 2 == 0 ? 077 : 022);
    MPI_Barrier(MPI_COMM_WORLD);
    snprintf(expected, sizeof expected, "%s/%s", start, name);
    CHECK(getcwd(now, sizeof now) != NULL && strcmp(now, expected) == 0);
    FILE* file = fopen("file", "w");
    CHECK(file != NULL);
    if (file) {
        fprintf(file, "%d\n", rank);
        fclose(file);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    struct stat status;
    snprintf(expected, sizeof expected, "%s/%s/file", start, name);
    CHECK(stat(expected, &status) == 0);
    CHECK((status.st_mode & 0777) == (rank % 2 == 0 ? 0600 : 0644));
    CHECK(rename("file", "other") == 0 && unlink("other") == 0);
    CHECK(chdir("..") == 0 && rmdir(name) == 0);
    return end("the folder of a rank");
}
