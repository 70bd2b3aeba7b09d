// Threads of OpenMP besides the main one call MPI in a program that asked for no such level.
// flags: -fopenmp
// compiler: gcc
// ranks: 1 2
// exit: 1
// stderr: ranks? [0-9, ]*: MPI_Comm_rank: called by another thread than the rank's main thread.*MPI_THREAD_SERIALIZED
// oracle: no
#include "../common/program.h"
#include <omp.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
#pragma omp parallel num_threads(2)
    {
        int number = -1;
        if (omp_get_thread_num() == 1) MPI_Comm_rank(MPI_COMM_WORLD, &number);
    }
    return end("not reached");
}
