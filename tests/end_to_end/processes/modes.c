// Does what its first argument says, on ranks in several processes (processes.sh).
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, ranks;

static int is(const char* mode, const char* wanted) {
    return strcmp(mode, wanted) == 0;
}

// Around the ring, as many bytes as are sent eagerly, and many more.
static int ring(void) {
    enum { most = 3 << 20 };
    char *out = malloc(most), *in = malloc(most);
    int errors = 0, sum = 0;
    for (int bytes = 1; bytes <= most; bytes = bytes * 7 + 1) {
        memset(out, rank + bytes, (size_t)bytes);
        memset(in, 0, (size_t)bytes);
        MPI_Sendrecv(out, bytes, MPI_CHAR, (rank + 1) % ranks, 0, in, bytes, MPI_CHAR, (rank + ranks - 1) % ranks, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int index = 0; index < bytes; ++index)
            errors += in[index] != (char)((rank + ranks - 1) % ranks + bytes);
    }
    MPI_Allreduce(&errors, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    printf("rank %d of %d: %s\n", rank, ranks, sum == 0 ? "ok" : "wrong data");
    free(out);
    free(in);
    return sum != 0;
}

// Rank 0 sends more than any buffer holds to a process that stops until somebody lets it go on.
static void flood(void) {
    int value = 0, sum = 0;
    if (rank == 1) {
        printf("process %d\n", (int)getpid());
        fflush(stdout);
        raise(SIGSTOP);
    }
    for (int turn = 0; turn < 50000; ++turn) {
        if (rank == 0) MPI_Send(&turn, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        if (rank == 1) MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += value == turn;
    }
    if (rank == 1) printf("%d in order\n", sum);
}

static void wait_for_ever(void) {
    int value;
    MPI_Recv(&value, 1, MPI_INT, (rank + 1) % ranks, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void read_lines(void) {
    char line[100];
    while (fgets(line, sizeof line, stdin)) printf("rank %d read %s", rank, line);
}

int main(int argc, char** argv) {
    const char* mode = argc > 1 ? argv[1] : "ring";
    int code = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int is_last = rank == ranks - 1;
    if (is(mode, "ring")) code = ring();
    if (is(mode, "flood")) flood();
    if (is(mode, "lines")) read_lines();
    if (is_last && is(mode, "abort")) MPI_Abort(MPI_COMM_WORLD, 5);
    if (is_last && is(mode, "crash")) raise(SIGSEGV);
    if (is_last && is(mode, "kill")) {
        sleep(1); // the others wait by then
        kill(getpid(), SIGKILL);
    }
    if (is_last && is(mode, "leave")) execlp("true", "true", (char*)0);
    if (is(mode, "abort") || is(mode, "crash") || is(mode, "kill") || is(mode, "leave") || is(mode, "wait"))
        wait_for_ever();
    MPI_Finalize();
    if (is(mode, "code")) code = 10 + rank;
    printf("rank %d returns %d\n", rank, code);
    return code;
}
