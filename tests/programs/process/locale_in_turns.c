// Ranks that take turns on a core have their locales whenever they run.
// ranks: 5
// machine: host
#include "../common/program.h"
#include <locale.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    for (int turn = 0; turn < 6; ++turn) {
        int is_wide = (rank + turn) % 3 == 0;
        CHECK(setlocale(LC_CTYPE, is_wide ? "C.UTF-8" : "C") != NULL);
        for (int wait = 0; wait < 3; ++wait) {
            MPI_Barrier(MPI_COMM_WORLD);
            CHECK(MB_CUR_MAX == (is_wide ? 6 : 1));
            CHECK(mblen("\xc3\xa4", 2) == (is_wide ? 2 : -1));
        }
    }
    return end("locales in turns");
}
