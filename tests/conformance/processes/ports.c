// Ports, names and sockets by which groups of ranks meet (MPI-5.0 sections 11.9 and 11.10.5).
// ranks: 1 2 3 5 8
// oracle: no
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "../../programs/common/program.h"
#include "../common/checks.h"

static char port[MPI_MAX_PORT_NAME];

// What is not published, not open, or no name of a port.
static void find_errors(void) {
    char other[MPI_MAX_PORT_NAME], name[64];
    MPI_Comm made = MPI_COMM_WORLD;
    snprintf(name, sizeof name, "service of %d", rank);
    CHECK(class_of(MPI_Lookup_name(name, MPI_INFO_NULL, other)) == MPI_ERR_NAME);
    CHECK(class_of(MPI_Publish_name(name, MPI_INFO_NULL, "no port")) == MPI_ERR_PORT);
    CHECK(MPI_Open_port(MPI_INFO_NULL, port) == MPI_SUCCESS);
    CHECK(MPI_Open_port(MPI_INFO_NULL, other) == MPI_SUCCESS && strcmp(port, other) != 0);
    CHECK(class_of(MPI_Unpublish_name(name, MPI_INFO_NULL, port)) == MPI_ERR_SERVICE);
    CHECK(class_of(MPI_Unpublish_name(name, MPI_INFO_NULL, "no port")) == MPI_ERR_SERVICE);
    CHECK(MPI_Publish_name(name, MPI_INFO_NULL, port) == MPI_SUCCESS);
    CHECK(class_of(MPI_Publish_name(name, MPI_INFO_NULL, other)) == MPI_ERR_SERVICE);
    CHECK(class_of(MPI_Unpublish_name(name, MPI_INFO_NULL, other)) == MPI_ERR_SERVICE);
    CHECK(MPI_Lookup_name(name, MPI_INFO_NULL, other) == MPI_SUCCESS && strcmp(port, other) == 0);
    CHECK(MPI_Unpublish_name(name, MPI_INFO_NULL, port) == MPI_SUCCESS);
    CHECK(class_of(MPI_Lookup_name(name, MPI_INFO_NULL, other)) == MPI_ERR_NAME);
    CHECK(class_of(MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &made)) == MPI_ERR_COMM);
    CHECK(MPI_Close_port(port) == MPI_SUCCESS);
    CHECK(class_of(MPI_Close_port(port)) == MPI_ERR_PORT);
    // At the root alone, and returned by all.
    CHECK(class_of(MPI_Comm_connect(rank == size - 1 ? port : NULL, MPI_INFO_NULL, size - 1, MPI_COMM_WORLD,
                                    &made)) == MPI_ERR_PORT);
    CHECK(made == MPI_COMM_NULL);
    CHECK(class_of(MPI_Comm_accept(rank == 0 ? "sartor:port:7x" : NULL, MPI_INFO_NULL, 0, MPI_COMM_WORLD,
                                   &made)) == MPI_ERR_PORT);
    CHECK(made == MPI_COMM_NULL);
}

// The intercommunicator of two parts of MPI_COMM_WORLD with so many ranks, the own one and the other.
static void use(MPI_Comm between, int own, int others, int is_server) {
    enum { length = 50000 };
    static int longer[length], arrived[length];
    int flag = 0, remote = -1, local = -1, value = -1, position = -1, sum = -1;
    MPI_Comm all;
    MPI_Comm_test_inter(between, &flag);
    MPI_Comm_remote_size(between, &remote);
    MPI_Comm_size(between, &local);
    MPI_Comm_rank(between, &position);
    CHECK(flag && remote == others && local == own);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, between);
    const int servers = (size + 1) / 2, of_servers = servers * (servers - 1) / 2;
    CHECK(sum == (is_server ? size * (size - 1) / 2 - of_servers : of_servers));
    if (position == 0) {
        for (int index = 0; index < length; ++index) longer[index] = rank + index;
        MPI_Sendrecv(longer, length, MPI_INT, 0, 5, arrived, length, MPI_INT, 0, 5, between,
                     MPI_STATUS_IGNORE);
        for (int index = 0; index < length; ++index)
            CHECK(arrived[index] == (is_server ? servers : 0) + index);
    }
    MPI_Intercomm_merge(between, is_server, &all);
    MPI_Comm_rank(all, &position);
    CHECK(position == (is_server ? size - servers + rank : rank - servers));
    value = position == 0 ? 42 : -1;
    MPI_Bcast(&value, 1, MPI_INT, 0, all);
    CHECK(value == 42);
    MPI_Comm_disconnect(&all);
}

// Each root is the last of its part. The port serves twice.
static void meet_in_halves(void) {
    const int servers = (size + 1) / 2, is_server = rank < servers;
    const int own = is_server ? servers : size - servers;
    MPI_Comm part, between;
    MPI_Comm_split(MPI_COMM_WORLD, is_server, rank, &part);
    const int is_root = rank == servers - 1 || rank == size - 1;
    if (rank == servers - 1) {
        MPI_Open_port(MPI_INFO_NULL, port);
        CHECK(MPI_Publish_name("halves", MPI_INFO_NULL, port) == MPI_SUCCESS);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (is_root && !is_server)
        CHECK(MPI_Lookup_name("halves", MPI_INFO_NULL, port) == MPI_SUCCESS);
    for (int turn = 0; turn < 2 && size > 1; ++turn) {
        char* const name = is_root ? port : NULL;
        if (is_server)
            CHECK(MPI_Comm_accept(name, MPI_INFO_NULL, own - 1, part, &between) == MPI_SUCCESS);
        else
            CHECK(MPI_Comm_connect(name, MPI_INFO_NULL, own - 1, part, &between) == MPI_SUCCESS);
        use(between, own, size - own, is_server);
        MPI_Comm_disconnect(&between);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == servers - 1) {
        CHECK(MPI_Unpublish_name("halves", MPI_INFO_NULL, port) == MPI_SUCCESS);
        CHECK(MPI_Close_port(port) == MPI_SUCCESS);
    }
    MPI_Comm_free(&part);
}

// The port is open, and its rank waits for something else: who connects gets an error when nothing else can happen
// (11.9.3), and does not disturb those who connect later.
static void nobody_accepts(void) {
    MPI_Comm client = MPI_COMM_WORLD;
    int value = -1;
    if (rank == 0) MPI_Open_port(MPI_INFO_NULL, port);
    MPI_Bcast(port, sizeof port, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (rank > 0)
        CHECK(class_of(MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &client)) == MPI_ERR_PORT &&
              client == MPI_COMM_NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) CHECK(MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &client) == MPI_SUCCESS);
    if (rank == 1) CHECK(MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &client) == MPI_SUCCESS);
    if (rank < 2) {
        MPI_Sendrecv(&rank, 1, MPI_INT, 0, 0, &value, 1, MPI_INT, 0, 0, client, MPI_STATUS_IGNORE);
        CHECK(value == 1 - rank);
        MPI_Comm_disconnect(&client);
    }
    if (rank == 0) CHECK(MPI_Close_port(port) == MPI_SUCCESS);
}

// All others connect to rank 0 at the same time, each alone.
static void serve_many(void) {
    MPI_Comm client;
    int value = -1, sum = 0;
    if (rank == 0) MPI_Open_port(MPI_INFO_NULL, port);
    MPI_Bcast(port, sizeof port, MPI_CHAR, 0, MPI_COMM_WORLD);
    for (int turn = 1; turn < size && rank == 0; ++turn) {
        CHECK(MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &client) == MPI_SUCCESS);
        MPI_Recv(&value, 1, MPI_INT, 0, 1, client, MPI_STATUS_IGNORE);
        sum += value;
        value = -value;
        MPI_Send(&value, 1, MPI_INT, 0, 2, client);
        MPI_Comm_disconnect(&client);
    }
    if (rank > 0) {
        CHECK(MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &client) == MPI_SUCCESS);
        MPI_Send(&rank, 1, MPI_INT, 0, 1, client);
        MPI_Recv(&value, 1, MPI_INT, 0, 2, client, MPI_STATUS_IGNORE);
        CHECK(value == -rank);
        MPI_Comm_disconnect(&client);
    }
    if (rank == 0) CHECK(sum == size * (size - 1) / 2 && MPI_Close_port(port) == MPI_SUCCESS);
}

// The first rank listens, the last one calls.
static void join_by_socket(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int value = -1, fd = -1, listening = -1;
    MPI_Comm other = MPI_COMM_WORLD;
    if (rank == 0) {
        listening = socket(AF_UNIX, SOCK_STREAM, 0);
        // The system chooses a name.
        CHECK(bind(listening, (struct sockaddr*)&address, sizeof(sa_family_t)) == 0);
        CHECK(listen(listening, 1) == 0);
        socklen_t length = sizeof address;
        CHECK(getsockname(listening, (struct sockaddr*)&address, &length) == 0);
    }
    MPI_Bcast(&address, sizeof address, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (rank == size - 1) {
        fd = socket(AF_UNIX, SOCK_STREAM, 0);
        CHECK(connect(fd, (struct sockaddr*)&address, sizeof(sa_family_t) + 6) == 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) fd = accept(listening, NULL, NULL);
    if (rank == 0 || rank == size - 1) {
        CHECK(MPI_Comm_join(fd, &other) == MPI_SUCCESS && other != MPI_COMM_NULL);
        MPI_Sendrecv(&rank, 1, MPI_INT, 0, 0, &value, 1, MPI_INT, 0, 0, other, MPI_STATUS_IGNORE);
        CHECK(value == size - 1 - rank);
        MPI_Comm_disconnect(&other);
        close(fd);
    }
    if (rank == 0) close(listening);
}

// The other end closes the socket, or speaks something else.
static void join_nobody(void) {
    int ends[2];
    MPI_Comm other = MPI_COMM_WORLD;
    CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    CHECK(write(ends[1], "a greeting of another kind", 26) == 26);
    CHECK(class_of(MPI_Comm_join(ends[0], &other)) == MPI_ERR_OTHER && other == MPI_COMM_NULL);
    close(ends[1]);
    CHECK(class_of(MPI_Comm_join(ends[0], &other)) == MPI_ERR_OTHER);
    close(ends[0]);
}

int main(int argc, char** argv) {
    MPI_Comm parent = MPI_COMM_WORLD;
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    find_errors();
    meet_in_halves();
    if (size > 1) nobody_accepts();
    serve_many();
    if (size > 1) join_by_socket();
    join_nobody();
    MPI_Comm_get_parent(&parent);
    CHECK(parent == MPI_COMM_NULL);
    return end("ports");
}
