// Conversions of characters that keep a state in the C library are the rank's.
// ranks: 1 4
// machine: host
#define _GNU_SOURCE
#include "../common/program.h"
#include <wchar.h>
#include <locale.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    setlocale(LC_ALL, "C.UTF-8");
    MPI_Barrier(MPI_COMM_WORLD);
    wchar_t wide;
    if (rank % 2 == 0) CHECK(mbrtowc(&wide, "\xc3", 1, NULL) == (size_t)-2);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank % 2 == 1) CHECK(mbrtowc(&wide, "a", 1, NULL) == 1 && wide == L'a');
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank % 2 == 0) CHECK(mbrtowc(&wide, "\xa4", 1, NULL) == 1 && wide == 0xe4);
    return end("conversions of characters");
}
