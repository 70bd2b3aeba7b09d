// The locale belongs to the rank.
// ranks: 1 4
// machine: host
#include "../common/program.h"
#include <locale.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    if (rank % 2 == 1) CHECK(setlocale(LC_ALL, "C.UTF-8") != NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(strcmp(setlocale(LC_CTYPE, NULL), rank % 2 == 1 ? "C.UTF-8" : "C") == 0);
    CHECK(MB_CUR_MAX == (rank % 2 == 1 ? 6 : 1));
    CHECK(mblen("\xc3\xa4", 2) == (rank % 2 == 1 ? 2 : -1));
    return end("the locale of a rank");
}
