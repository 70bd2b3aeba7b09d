/* Each blocking collective with a member that has failed before: with the root, the first or the last one.
   Success means right data; on the shrunk communicator all are right. */
#include "collectives.h"

static void all_with(MPI_Comm comm, int members, int dead, const char* when) {
    for (int kind = 0; kind < kinds; ++kind)
        for (int root = 0; root<members; root += members> 1 ? members - 1 : 1)
            for (int count = 5; count <= 20000; count += 19995) {
                struct Collective it;
                prepare(&it, kind, comm, root, count);
                const int error = call(&it, comm);
                if (dead >= 0)
                    expect_outcome(&it, error, dead, when);
                else
                    expect_complete(&it, error, when);
                drop(&it);
            }
}

int main(int argc, char** argv) {
    MPI_Comm living, last;
    start(&argc, &argv);
    if (rank == size - 1) die();
    all_with(MPI_COMM_WORLD, size, size - 1, "the last has failed");
    living = shrunk(MPI_COMM_WORLD);
    all_with(living, size - 1, -1, "after the first failure");
    if (size > 2) {
        meet(living);
        if (rank == 0) die();
        await_failures(living, 1);
        all_with(living, size - 1, 0, "the first has failed");
        last = shrunk(living);
        all_with(last, size - 2, -1, "after the second failure");
        MPI_Comm_free(&last);
    }
    MPI_Comm_free(&living);
    return finish();
}
