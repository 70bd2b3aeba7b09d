/* A member fails while the others wait for it in a collective: collectives_waiting [FIRST [COUNT]]. One kind
   after the other, from the FIRST on, until one rank is left. */
#include "collectives.h"

int main(int argc, char** argv) {
    start(&argc, &argv);
    const int first = argc > 1 ? atoi(argv[1]) : 0, count = argc > 2 ? atoi(argv[2]) : 5;
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (int members = size; members > 1; --members) {
        struct Collective it;
        const int kind = (first + size - members) % kinds, dead = members % 2 == 0 ? members - 1 : 0;
        MPI_Comm next;
        meet(comm);
        prepare(&it, kind, comm, members / 2 % 2 == 0 ? 0 : members - 1, count);
        if (it.me == dead) {
            pass_time();
            die();
        }
        expect_outcome(&it, call(&it, comm), dead, "one fails meanwhile");
        drop(&it);
        next = shrunk(comm);
        MPI_Comm_free(&comm);
        comm = next;
        expect_usable(comm, members - 1, "shrunk communicator");
        prepare(&it, kind, comm, 0, count);
        expect_complete(&it, call(&it, comm), "after the failure");
        drop(&it);
    }
    MPI_Comm_free(&comm);
    return finish();
}
