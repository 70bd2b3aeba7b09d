// Ranks of a core are busy with each other until one of that core has received a message which was sent after others
// for these ranks, who receive them later: what lies before it must not hold it up for ever.
// ranks: 2 3 5 6 8 16
#include "../common/frame.h"

enum { data, stop, ball, answer };

static int receive_int(int source, int tag, MPI_Status* status) {
    int in = -1;
    MPI_Recv(&in, 1, MPI_INT, source, tag, MPI_COMM_WORLD, status);
    return in;
}

// In a collective of their own, where the last of them looks for the message between two calls.
static void meet(MPI_Comm near, int near_size) {
    int flag = 0, over = 0;
    while (!over) {
        if (rank == near_size - 1) MPI_Iprobe(size - 1, stop, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        MPI_Allreduce(&flag, &over, 1, MPI_INT, MPI_SUM, near);
    }
    CHECK(receive_int(size - 1, rank == near_size - 1 ? stop : data, MPI_STATUS_IGNORE) == rank);
}

static void meet_until_stopped(void) {
    const int near_size = (size + 1) / 2;
    MPI_Comm near;
    MPI_Comm_split(MPI_COMM_WORLD, rank < near_size, rank, &near);
    for (int turn = 0; turn < 20; ++turn) {
        if (rank == size - 1)
            for (int other = 0; other < near_size; ++other)
                send_int(other, other, other == near_size - 1 ? stop : data);
        if (rank < near_size) meet(near, near_size);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Comm_free(&near);
}

// Ranks 0 and 1 play ball until rank 2, which waits for the message, tells rank 1.
static void play(void) {
    int more = 1;
    while (more) {
        if (rank == 0) {
            MPI_Send(&more, 1, MPI_INT, 1, ball, MPI_COMM_WORLD);
            more = receive_int(1, answer, MPI_STATUS_IGNORE);
        } else {
            MPI_Status status;
            receive_int(MPI_ANY_SOURCE, ball, &status);
            if (status.MPI_SOURCE == 2) { // and one from rank 0 is still on its way
                more = 0;
                receive_int(0, ball, MPI_STATUS_IGNORE);
            }
            MPI_Send(&more, 1, MPI_INT, 0, answer, MPI_COMM_WORLD);
        }
    }
    CHECK(receive_int(size - 1, data, MPI_STATUS_IGNORE) == rank);
}

static void play_until_stopped(void) {
    if (size < 6) return;
    for (int turn = 0; turn < 20; ++turn) {
        if (rank == size - 1)
            for (int other = 0; other < 3; ++other) send_int(other, other, other == 2 ? stop : data);
        if (rank < 2) play();
        if (rank == 2) send_int(receive_int(size - 1, stop, MPI_STATUS_IGNORE), 1, ball);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    meet_until_stopped();
    play_until_stopped();
    return finish("behind_others");
}
