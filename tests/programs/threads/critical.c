// Messages within an unnamed critical section: ranks wait there for each other.
// flags: -fopenmp
// ranks: 1 2 5
#include "../common/program.h"

int main(int argc, char** argv) {
    int provided = 0, exchanged = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    CHECK(provided >= MPI_THREAD_SERIALIZED);
    const int next = (rank + 1) % size, previous = (rank + size - 1) % size;
#pragma omp parallel num_threads(3)
    {
#pragma omp critical
        {
            int got = -1;
            MPI_Sendrecv(&rank, 1, MPI_INT, next, 0, &got, 1, MPI_INT, previous, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
            CHECK(got == previous);
            ++exchanged;
        }
    }
    CHECK(exchanged == 3);
    return end("ranks wait for each other within critical sections");
}
