/* fault:  rank 0 names rank 1 as its destination, but that one names no source (MPI-5.0 8.5.4)
   expect: MPI_Dist_graph_create_adjacent|MPI_Neighbor_alltoall & edge|source|destination|neighbou?r|truncat|deadlock
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, other, out = 1, in = 0;
    MPI_Comm graph;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, WRONG(rank != 1) RIGHT(1), &other, MPI_UNWEIGHTED, 1, &other,
                                   MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
    MPI_Neighbor_alltoall(&out, 1, MPI_INT, &in, 1, MPI_INT, graph);
    MPI_Comm_free(&graph);
    MPI_Finalize();
    return 0;
}
