// An I/O program that knows nothing of MPI_COMM_LOCAL, in C++: streams and exceptions of its own.
#include <iostream>
#include <mpi.h>
#include <stdexcept>
#include <string>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = -1, size = -1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Barrier(MPI_COMM_WORLD);
    const std::string name = argv[0];
    try {
        throw std::runtime_error(name.substr(name.rfind('/') + 1));
    } catch (const std::exception& error) {
        std::cout << "greetings from rank " << rank << " of " << size << ", " << error.what() << ", " << argc
                  << " arguments" << std::endl;
    }
    MPI_Finalize();
}
