// A variable of which each thread has its own: threads of a rank on an emulated machine would share it.
#include <mpi.h>
#include <omp.h>

static int number;
#pragma omp threadprivate(number)

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
#pragma omp parallel
    number = omp_get_thread_num();
    MPI_Finalize();
    return number;
}
