/* Memory of a rank while all but rank 0 wait: the proportional set size (Pss) of all processes that hold
   ranks, in KiB, over the number of ranks. What starts the ranks does not count. Plain MPI-3. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static long proportional_set_size(void) {
    char line[256];
    long kibibytes = -1;
    FILE* file = fopen("/proc/self/smaps_rollup", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "Pss:", 4) == 0) kibibytes = atol(line + 4);
    if (file != NULL) fclose(file);
    return kibibytes;
}

/* Of pairs of process and size; ranks of one process count it once. */
static long sum_of_processes(const long (*pairs)[2], int count) {
    long sum = 0;
    for (int index = 0; index < count; ++index) {
        int known = 0;
        for (int before = 0; before < index; ++before) known |= pairs[before][0] == pairs[index][0];
        if (!known) sum += pairs[index][1];
    }
    return sum;
}

int main(int argc, char** argv) {
    int rank, size;
    long own[2], (*all)[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Barrier(MPI_COMM_WORLD);
    own[0] = (long)getpid();
    own[1] = proportional_set_size();
    all = malloc((size_t)size * sizeof *all);
    MPI_Gather(own, 2, MPI_LONG, all, 2, MPI_LONG, 0, MPI_COMM_WORLD);
    if (rank == 0) printf("memory 0 %.1f\n", (double)sum_of_processes((const long(*)[2])all, size) / size);
    free(all);
    MPI_Finalize();
    return own[1] < 0;
}
