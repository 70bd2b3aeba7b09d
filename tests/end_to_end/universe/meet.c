// Runs that meet: "meet serve CLIENTS" accepts that many groups, one after the other; "meet call [HOW]" connects,
// and ends as HOW says. All ranks of a run take part.
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char service[] = "a service";

// Both groups are in one intracommunicator for a while, and its ranks are counted.
static int count_all(MPI_Comm others, int high) {
    MPI_Comm all;
    int rank, size, one = 1, sum = 0;
    MPI_Intercomm_merge(others, high, &all);
    MPI_Comm_rank(all, &rank);
    MPI_Comm_size(all, &size);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, all);
    int* numbers = malloc(sizeof(int) * (size_t)size);
    MPI_Allgather(&rank, 1, MPI_INT, numbers, 1, MPI_INT, all);
    for (int each = 0; each < size; ++each)
        if (numbers[each] != each) MPI_Abort(MPI_COMM_WORLD, 90);
    free(numbers);
    MPI_Comm_free(&all);
    return sum == size ? sum : -1;
}

// Long messages between the first ranks of both groups, both ways at once.
static void exchange(MPI_Comm others, int own) {
    enum { length = 300000 };
    int rank;
    MPI_Comm_rank(others, &rank);
    if (rank != 0) return;
    int* sent = malloc(sizeof(int) * length);
    int* received = malloc(sizeof(int) * length);
    for (int i = 0; i < length; ++i) sent[i] = own + i;
    MPI_Sendrecv(sent, length, MPI_INT, 0, 1, received, length, MPI_INT, 0, 1, others, MPI_STATUS_IGNORE);
    for (int i = 0; i < length; ++i)
        if (received[i] != 1 - own + i) MPI_Abort(MPI_COMM_WORLD, 91);
    free(sent);
    free(received);
}

static void serve(int clients) {
    char port[MPI_MAX_PORT_NAME] = "";
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Open_port(MPI_INFO_NULL, port);
        MPI_Publish_name(service, MPI_INFO_NULL, port);
    }
    for (int client = 0; client < clients; ++client) {
        MPI_Comm others;
        int size;
        MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &others);
        MPI_Comm_remote_size(others, &size);
        const int all = count_all(others, 0);
        exchange(others, 0);
        if (rank == 0) printf("served: %d of %d\n", size, all);
        fflush(stdout);
        MPI_Comm_disconnect(&others);
    }
    if (rank == 0) {
        MPI_Unpublish_name(service, MPI_INFO_NULL, port);
        MPI_Close_port(port);
    }
}

// The server may not have published the name yet.
static void look_up(char* port) {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    while (MPI_Lookup_name(service, MPI_INFO_NULL, port) != MPI_SUCCESS) usleep(20000);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

static int call(const char* how) {
    char port[MPI_MAX_PORT_NAME] = "";
    MPI_Comm others, parent;
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL) MPI_Abort(MPI_COMM_WORLD, 92);
    if (rank == 0) look_up(port);
    MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &others);
    if (rank == 0) printf("connected\n");
    fflush(stdout);
    if (strcmp(how, "sleep") == 0) sleep(100);
    if (strcmp(how, "abort") == 0 && rank == 0) MPI_Abort(MPI_COMM_WORLD, 5);
    if (strcmp(how, "crash") == 0 && rank == 0) raise(SIGSEGV);
    if (strcmp(how, "kill") == 0 && rank == 0) {
        usleep(300000);
        raise(SIGKILL);
    }
    if (strcmp(how, "wait") == 0) MPI_Recv(&size, 1, MPI_INT, 0, 7, others, MPI_STATUS_IGNORE);
    const int all = count_all(others, 1);
    exchange(others, 1);
    printf("called: rank %d of %d, %d in all, input %c\n", rank, size, all, rank == 0 ? getchar() : '-');
    MPI_Comm_disconnect(&others);
    return strcmp(how, "code") == 0 && rank == 0 ? 7 : 0;
}

int main(int argc, char** argv) {
    int code = 0;
    MPI_Init(&argc, &argv);
    if (argc > 2 && strcmp(argv[1], "serve") == 0)
        serve(atoi(argv[2]));
    else
        code = call(argc > 2 ? argv[2] : "");
    MPI_Finalize();
    return code;
}
