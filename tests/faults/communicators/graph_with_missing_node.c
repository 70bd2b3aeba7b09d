/* fault:  an edge of a graph leads to a node that it does not have (MPI-5.0 8.5.3)
   expect: MPI_Graph_create & edge|neighbour|neighbor|ERR_ARG|argument|node|topology
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int index[3] = {1, 3, 4}, edges[4] = {1, 0, WRONG(3) RIGHT(2), 1};
    MPI_Comm graph;
    MPI_Init(NULL, NULL);
    MPI_Graph_create(MPI_COMM_WORLD, 3, index, edges, 0, &graph);
    MPI_Comm_free(&graph);
    MPI_Finalize();
    return 0;
}
