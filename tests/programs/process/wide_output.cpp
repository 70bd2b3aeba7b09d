// Wide characters on standard output and standard error, by C and C++, in the rank's locale.
// ranks: 1 3
// count: N ^wide [0-9] .+$
// count: N ^again [0-9]$
// count: N ^by wcout +[0-9]$
// stderr: ^wide error [0-9]$
// stderr: ^by wcerr [0-9]$
// oracle: no
#include "../common/program.h"
#include <clocale>
#include <cwchar>
#include <iomanip>
#include <iostream>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    CHECK(std::setlocale(LC_ALL, "C.UTF-8") != nullptr);
    CHECK(std::fwide(stdout, 0) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(std::wprintf(L"wide %d \u00e9\u20ac\n", rank) == 10);
    CHECK(std::fwide(stdout, 0) > 0);
    CHECK(std::fputws(L"again ", stdout) >= 0 && std::putwchar(L'0' + rank) != WEOF);
    CHECK(std::fputwc(L'\n', stdout) == L'\n');
    CHECK(std::fwprintf(stderr, L"wide error %d\n", rank) == 13);
    std::wcout << L"by wcout" << std::setw(4) << rank << std::endl;
    std::wcerr << L"by wcerr " << rank << std::endl;
    CHECK(std::wcout.good() && std::wcerr.good());
    return end("wide output");
}
