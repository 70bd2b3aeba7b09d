#include "../../programs/common/program.h"
#include <unistd.h>

int enter(const char* folder);

int main(int argc, char** argv) {
    begin(&argc, &argv);
    char folder[4096], name[32], expected[32];
    snprintf(name, sizeof name, "folder_%d", rank);
    snprintf(expected, sizeof expected, "/%s", name);
    CHECK(enter(name) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(getcwd(folder, sizeof folder) != NULL && strcmp(strrchr(folder, '/'), expected) == 0);
    return end("a library that changes the folder");
}
