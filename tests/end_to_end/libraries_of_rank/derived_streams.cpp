// Classes derived from std::ifstream call a form of its constructors that also gets the addresses of virtual
// bases.
#include <fstream>
#include <iostream>
#include <mpi.h>
#include <string>

struct Input : std::ifstream {
    explicit Input(const char* path) : std::ifstream(path) {}
    explicit Input(const std::string& path) : std::ifstream(path) {}
};

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) std::ofstream("derived_streams.text") << "word\n";
    MPI_Barrier(MPI_COMM_WORLD);
    Input one("derived_streams.text"), other(std::string("derived_streams.text"));
    std::string first, second;
    one >> first;
    other >> second;
    const int right = first == "word" && second == "word";
    int all = 0;
    MPI_Reduce(&right, &all, 1, MPI_INT, MPI_LAND, 0, MPI_COMM_WORLD);
    if (rank == 0 && all != 0) std::cout << "ok" << std::endl;
    MPI_Finalize();
}
