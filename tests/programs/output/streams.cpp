// std::cout, std::cerr and printf: format flags are a rank's own, lines are whole and in the rank's order.
// count: N ^rank [0-9a-f]+: number (ff|255), fraction (3\.14|3\.14159), padded \.\.(ff|255), printf 255$
// stderr: ^rank 0 on cerr: (ff|255)$
// oracle: no
#include "../common/program.h"
#include <cstdio>
#include <iomanip>
#include <iostream>

static void check_flags() {
    CHECK(((std::cout.flags() & std::ios::hex) != 0) == (rank % 2 == 1));
    CHECK(std::cout.precision() == (rank % 2 ? 3 : 6));
    CHECK(std::cout.fill() == '.');
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    CHECK(std::cout.precision() == 6 && std::cout.fill() == ' ');
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank % 2) std::cout << std::hex << std::setprecision(3);
    std::cout << std::setfill('.');
    for (int step = 0; step < 5; ++step) {
        MPI_Barrier(MPI_COMM_WORLD);
        check_flags();
    }
    std::cout << "rank " << rank << ": number " << 255;
    MPI_Barrier(MPI_COMM_WORLD);
    std::cout << ", fraction " << 3.14159265;
    MPI_Barrier(MPI_COMM_WORLD);
    std::cout << ", padded " << std::setw(std::cout.flags() & std::ios::hex ? 4 : 5) << 255;
    MPI_Barrier(MPI_COMM_WORLD);
    std::printf(", printf %d\n", 255);
    std::cerr << "rank " << rank << " on cerr: " << 255 << std::endl;
    return end("streams");
}
