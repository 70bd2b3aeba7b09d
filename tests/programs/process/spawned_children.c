// vfork, posix_spawn, system and popen start programs.
// ranks: 1 4
#include "../common/program.h"
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int status = 0;
    pid_t child = vfork();
    if (child == 0) {
        execl("/no/such/program", "program", (char*)NULL);
        _exit(33);
    }
    CHECK(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 33);
    child = vfork();
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", "exit 34", (char*)NULL);
        _exit(33);
    }
    CHECK(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 34);
    char* words[] = {"sh", "-c", "exit 35", NULL};
    CHECK(posix_spawn(&child, "/bin/sh", NULL, NULL, words, environ) == 0);
    CHECK(waitpid(-1, &status, 0) == child && WEXITSTATUS(status) == 35);
    CHECK(posix_spawnp(&child, "sh", NULL, NULL, words, environ) == 0);
    CHECK(wait(&status) == child && WEXITSTATUS(status) == 35);
    siginfo_t ended = {0};
    CHECK(posix_spawn(&child, "/bin/sh", NULL, NULL, words, environ) == 0);
    CHECK(waitid(P_ALL, 0, &ended, WEXITED) == 0 && ended.si_pid == child && ended.si_status == 35);
    CHECK(waitid(P_ALL, 0, &ended, WEXITED) == -1);
    status = system("exit 36");
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 36);
    FILE* pipe = popen("echo 37", "r");
    int number = 0;
    CHECK(pipe != NULL && fscanf(pipe, "%d", &number) == 1 && number == 37);
    CHECK(pclose(pipe) == 0);
    return end("programs that ranks start");
}
