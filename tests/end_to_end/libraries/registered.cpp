// The program of registry.cpp: what it sees of the library's variables is what the library sees.
#include "registry.hpp"

#include <cstdio>
#include <memory>
#include <mpi.h>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    name_library(("a library of rank " + std::to_string(rank)).c_str());
    int last = 0;
    for (int turn = 0; turn < 2; ++turn) {
        last = add_in_library(rank);
        shared_number += 1;
        Registry<int>::entries += 1;
        Registry<int>::instance().value += 1;
        next_on_thread();
        MPI_Barrier(MPI_COMM_WORLD);
    }
    const int mine = shared_number + Registry<int>::entries + Registry<int>::instance().value;
    std::string caught = "nothing";
    try {
        refuse(rank);
    } catch (const Refused& error) {
        MPI_Barrier(MPI_COMM_WORLD); // others throw meanwhile
        caught = error.what();
    }
    const std::unique_ptr<Shape> shape(make_square());
    const auto* square = dynamic_cast<const Square*>(shape.get());
    std::printf("rank %d: %d %d, %s, %s, %d corners, thread %d\n", rank, last, mine, name_of_library(),
                caught.c_str(), square != nullptr ? square->corners() : -1, next_on_thread());
    MPI_Finalize();
}
