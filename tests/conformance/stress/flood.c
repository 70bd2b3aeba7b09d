// Many short messages to a receiver that is busy with other things: none is lost, all come in order. Says
// whether the sender went ahead, and how much memory the waiting messages took; MPI leaves both open (MPI-5.0
// section 3.4: whether a standard send is buffered).
// ranks: 2 3 8
// oracle: verdict
#include "../common/frame.h"
#include <time.h>
#include <unistd.h>

enum { messages = 20000, words = 16 };

static double seconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

// Of this process; with ranks in one process it is everybody's.
static double resident_mebibytes(void) {
    long pages = 0, resident = 0;
    FILE* file = fopen("/proc/self/statm", "r");
    if (file == NULL) return 0;
    if (fscanf(file, "%ld %ld", &pages, &resident) != 2) resident = 0;
    fclose(file);
    return (double)resident * (double)sysconf(_SC_PAGESIZE) / (1 << 20);
}

// Returns when it has sent all.
static double send_all(void) {
    int data[words];
    for (int number = 0; number < messages; ++number) {
        for (int index = 0; index < words; ++index) data[index] = rank * 1000 + number + index;
        MPI_Send(data, words, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    return seconds_now();
}

static void receive_all(void) {
    int data[words], *next = calloc((size_t)size, sizeof *next);
    for (int count = 0; count < messages * (size - 1); ++count) {
        MPI_Status status;
        int wrong = 0;
        MPI_Recv(data, words, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        for (int index = 0; index < words; ++index)
            wrong += data[index] != status.MPI_SOURCE * 1000 + next[status.MPI_SOURCE] + index;
        CHECK(wrong == 0);
        ++next[status.MPI_SOURCE];
    }
    free(next);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    struct timespec busy = {0, 300000000};
    double times[2] = {0, 0}, latest[2], before = resident_mebibytes(), waiting = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        nanosleep(&busy, NULL);
        times[1] = seconds_now(), waiting = resident_mebibytes() - before;
        receive_all();
    } else {
        times[0] = send_all();
    }
    MPI_Allreduce(times, latest, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    say("%d messages of %d bytes: senders %s\n", messages * (size - 1), (int)(words * sizeof(int)),
        latest[0] < latest[1] ? "had ended before the first receive" : "waited for the receiver");
    say("memory before the first receive: %.1f MiB more, after the last: %.1f MiB more\n", waiting,
        resident_mebibytes() - before);
    return finish("many unexpected messages");
}
