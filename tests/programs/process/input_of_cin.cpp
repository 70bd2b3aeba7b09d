// std::cin of rank 0 has the standard input; that of others is at its end.
// ranks: 1 4
// input: first line\n17\nx
// oracle: openmpi
#include "../common/program.h"
#include <iostream>
#include <string>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    std::string line;
    if (rank != 0) CHECK(!std::getline(std::cin, line));
    MPI_Barrier(MPI_COMM_WORLD);
    int number = 0;
    if (rank == 0)
        CHECK(std::getline(std::cin, line) && line == "first line" && std::cin >> number && number == 17);
    return end("std::cin");
}
