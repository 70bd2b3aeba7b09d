// argc and argv are a rank's own: what one rank changes no other sees.
// arguments: first second third
#include "../common/program.h"

static void check_arguments(int argc, char** argv) {
    CHECK(argc == 4 && argv[4] == NULL);
    CHECK(strcmp(argv[1], "first") == 0 && strcmp(argv[2], "second") == 0 && strcmp(argv[3], "third") == 0);
}

static void change_arguments(char** argv) {
    argv[1][0] = (char)('A' + rank % 26);
    argv[2] = argv[0];
    memset(argv[3], '0' + rank % 10, strlen(argv[3]));
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    check_arguments(argc, argv);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank % 2 == 0) change_arguments(argv);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank % 2 == 0)
        CHECK(argv[1][0] == 'A' + rank % 26 && argv[2] == argv[0] && argv[3][4] == '0' + rank % 10);
    else
        check_arguments(argc, argv);
    return end("arguments are a rank's own");
}
