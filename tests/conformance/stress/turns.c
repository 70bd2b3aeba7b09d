// The last rank floods rank 0 until rank 1 stops it, which rank 0 told to: who shares a core with a rank that is
// flooded gets its turn.
// ranks: 3 5 16
#include "../common/frame.h"

enum { flood, go, stop, last };

static void receive_all(void) {
    int next = 0;
    for (;;) {
        MPI_Status status;
        int number = -1;
        MPI_Recv(&number, 1, MPI_INT, size - 1, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        CHECK(number == next);
        if (status.MPI_TAG == last) return;
        if (next++ == 0) MPI_Send(&number, 1, MPI_INT, 1, go, MPI_COMM_WORLD);
    }
}

static void pass_on(void) {
    int number = -1;
    MPI_Recv(&number, 1, MPI_INT, 0, go, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&number, 1, MPI_INT, size - 1, stop, MPI_COMM_WORLD);
}

static void send_until_stopped(void) {
    int number = 0, stopped = 0;
    while (!stopped) {
        for (int turn = 0; turn < 64; ++turn, ++number)
            MPI_Send(&number, 1, MPI_INT, 0, flood, MPI_COMM_WORLD);
        MPI_Iprobe(1, stop, MPI_COMM_WORLD, &stopped, MPI_STATUS_IGNORE);
    }
    int ignored = -1;
    MPI_Recv(&ignored, 1, MPI_INT, 1, stop, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&number, 1, MPI_INT, 0, last, MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) receive_all();
    if (rank == 1) pass_on();
    if (rank == size - 1) send_until_stopped();
    return finish("ranks beside a flooded one");
}
