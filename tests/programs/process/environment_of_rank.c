// The environment belongs to the rank: its children inherit it.
// ranks: 1 4
#define _GNU_SOURCE
#include "../common/program.h"
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

int main(int argc, char** argv) {
    begin(&argc, &argv);
    char text[32], line[64] = "";
    snprintf(text, sizeof text, "%d", rank);
    CHECK(getenv("PATH") != NULL);
    CHECK(setenv("OF_RANK", text, 1) == 0);
    static char put[32];
    snprintf(put, sizeof put, "PUT_BY=%d", rank);
    CHECK(putenv(put) == 0);
    if (rank % 2 == 1) unsetenv("HOME");
    if (rank % 2 == 0) setenv("HOME", "/", 1);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(getenv("OF_RANK") != NULL && strcmp(getenv("OF_RANK"), text) == 0);
    CHECK(getenv("PUT_BY") != NULL && strcmp(getenv("PUT_BY"), text) == 0);
    CHECK((getenv("HOME") == NULL) == (rank % 2 == 1));
    CHECK(setenv("OF_RANK", "other", 0) == 0 && strcmp(getenv("OF_RANK"), text) == 0);
    int found = 0;
    for (char** entry = environ; *entry != NULL; ++entry) found += strcmp(*entry, put) == 0;
    CHECK(found == 1);
    MPI_Barrier(MPI_COMM_WORLD);
    FILE* pipe = popen("echo $OF_RANK $PUT_BY", "r");
    CHECK(pipe != NULL && fgets(line, sizeof line, pipe) != NULL);
    if (pipe) pclose(pipe);
    int one = -1, two = -1;
    CHECK(sscanf(line, "%d %d", &one, &two) == 2 && one == rank && two == rank);
    CHECK(system("test \"$OF_RANK\" = \"$PUT_BY\"") == 0);
    snprintf(line, sizeof line, "test \"$OF_RANK\" = %d", rank);
    CHECK(system(line) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    pid_t child = fork();
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", line, (char*)NULL);
        _exit(2);
    }
    int status = -1;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    CHECK(clearenv() == 0 && getenv("OF_RANK") == NULL);
    return end("the environment of a rank");
}
