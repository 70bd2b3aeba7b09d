// Pi by throwing points into a square; the hits of all ranks are summed up with Reduce.
#include <mpi.h>
#include <stdio.h>

enum { points = 200000 };

// A number in [0, 1) from a linear congruential generator.
static double draw(unsigned long long* state) {
    *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(*state >> 11) / 9007199254740992.0;
}

int main(int argc, char** argv) {
    int rank, size, wrong = 0;
    long hits = 0, all_hits = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    unsigned long long state = 7919ULL * (unsigned)(rank + 1);
    for (int point = 0; point < points; ++point) {
        double x = draw(&state), y = draw(&state);
        hits += x * x + y * y < 1;
    }
    MPI_Reduce(&hits, &all_hits, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        double pi = 4.0 * (double)all_hits / ((double)points * size);
        wrong = pi < 3.12 || pi > 3.16;
        printf("%s: pi is about %.4f\n", wrong ? "wrong" : "ok", pi);
    }
    MPI_Finalize();
    return wrong;
}
