// Tasks of OpenMP: emulated machines have none.
#include <mpi.h>

int main(int argc, char** argv) {
    int done = 0;
    MPI_Init(&argc, &argv);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(done)
        done = 1;
#pragma omp taskwait
    }
    MPI_Finalize();
    return done - 1;
}
