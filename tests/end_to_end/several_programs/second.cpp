// Takes part with other means: wildcards, immediate operations, a communicator of its own by MPI_APPNUM.
#include <iostream>
#include <mpi.h>
#include <string>

static int kept = 7;

int main(int argc, char** argv) {
    int rank, found, *application;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &application, &found);
    kept += rank;
    MPI_Request request;
    MPI_Irecv(&kept, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    int sum = 0;
    MPI_Allreduce(&kept, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    std::cout << "second: rank " << rank << ", application " << *application << ", " << argv[0]
              << ", arguments";
    for (int index = 1; index < argc; ++index) std::cout << " <" << argv[index] << ">";
    std::cout << std::endl;
    MPI_Finalize();
    return argc > 2 && std::string(argv[1]) == "exit" ? std::stoi(argv[2]) : 0;
}
