// Ping-pong between two ranks: the duration of the send call and the round trip, by message size.
//
//   pingpong [-i] [-n ROUNDS] [-s FIRST:LAST]   -i: MPI_Isend and MPI_Wait instead of MPI_Send
//
// Rank 0 plays with the last rank; what is between the two looks on. Sizes double from FIRST to LAST bytes.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct settings {
    int immediate;
    int rounds;
    int first, last; // bytes
};

struct times {
    double send, round_trip; // seconds, means
};

static void send(char* data, int bytes, int to, int immediate) {
    if (!immediate) {
        MPI_Send(data, bytes, MPI_BYTE, to, 0, MPI_COMM_WORLD);
        return;
    }
    MPI_Request request;
    MPI_Isend(data, bytes, MPI_BYTE, to, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

// The first round is not counted: it finds the other rank not waiting yet.
static struct times play(char* data, int bytes, int other, const struct settings* settings) {
    struct times times = {0, 0};
    for (int round = 0; round <= settings->rounds; ++round) {
        const double start = MPI_Wtime();
        send(data, bytes, other, settings->immediate);
        const double sent = MPI_Wtime();
        MPI_Recv(data, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (round == 0) continue;
        times.send += (sent - start) / settings->rounds;
        times.round_trip += (MPI_Wtime() - start) / settings->rounds;
    }
    return times;
}

static void answer(char* data, int bytes, const struct settings* settings) {
    for (int round = 0; round <= settings->rounds; ++round) {
        MPI_Recv(data, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        send(data, bytes, 0, settings->immediate);
    }
}

static void measure(char* data, int bytes, int rank, int size, const struct settings* settings) {
    if (rank == size - 1) answer(data, bytes, settings);
    if (rank != 0) return;
    for (int index = 0; index < bytes; ++index) data[index] = (char)(index % 127);
    const struct times times = play(data, bytes, size - 1, settings);
    for (int index = 0; index < bytes; ++index)
        if (data[index] != (char)(index % 127)) {
            fprintf(stderr, "pingpong: byte %d of %d came back wrong\n", index, bytes);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    printf("%10d %14.3f %14.3f %12.1f\n", bytes, times.send * 1e6, times.round_trip * 1e6,
           2.0 * bytes / times.round_trip / 1e6);
}

static int read_settings(int argc, char** argv, struct settings* settings) {
    for (int index = 1; index < argc; ++index) {
        if (strcmp(argv[index], "-i") == 0)
            settings->immediate = 1;
        else if (strcmp(argv[index], "-n") == 0 && index + 1 < argc)
            settings->rounds = atoi(argv[++index]);
        else if (strcmp(argv[index], "-s") == 0 && index + 1 < argc) {
            if (sscanf(argv[++index], "%d:%d", &settings->first, &settings->last) != 2) return 0;
        } else
            return 0;
    }
    return settings->rounds > 0 && settings->first > 0 && settings->last >= settings->first &&
           settings->last <= 1 << 29;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    struct settings settings = {0, 50, 1, 1 << 19};
    const int understood = read_settings(argc, argv, &settings);
    char* data = understood && size > 1 ? malloc((size_t)settings.last) : NULL;
    if (data == NULL) {
        if (rank == 0)
            fprintf(stderr, "usage: pingpong [-i] [-n ROUNDS] [-s FIRST:LAST], with two ranks or more, and memory "
                            "for LAST bytes\n");
        MPI_Finalize();
        return 2;
    }
    if (rank == 0) printf("%10s %14s %14s %12s\n", "bytes", "send/us", "round trip/us", "MB/s");
    for (int bytes = settings.first; bytes <= settings.last; bytes *= 2)
        measure(data, bytes, rank, size, &settings);
    free(data);
    MPI_Finalize();
    return 0;
}
