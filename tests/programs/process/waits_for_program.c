// A rank that reads from a program waits for it, and other ranks go on: here the program waits for one of them.
// ranks: 1 3
// machine: host
// options: --cores 0
#include "../common/program.h"
#include <unistd.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    const char* flag = "waits_for_program.flag";
    if (rank == 0) unlink(flag);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == size - 1) {
        char text[16] = "";
        if (size == 1) fclose(fopen(flag, "w"));
        FILE* file = popen("while [ ! -e waits_for_program.flag ]; do sleep 0.02; done; echo seen", "r");
        CHECK(file != NULL && fgets(text, sizeof text, file) != NULL && strcmp(text, "seen\n") == 0);
        if (file != NULL) CHECK(pclose(file) == 0);
    }
    if (rank == 0 && size > 1) fclose(fopen(flag, "w"));
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) CHECK(unlink(flag) == 0);
    return end("waiting for a program");
}
