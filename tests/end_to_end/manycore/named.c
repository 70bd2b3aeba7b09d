/* Names of ports without MPI: the last rank offers a service under a name, the others look for it until it is there,
   and send their numbers to its port. An argument: what goes wrong. */
#include <sartor/channel.h>
#include <stdio.h>
#include <string.h>

enum { service_port = 7 };

static int serve(void) {
    const int clients = sartor_ranks() - 1;
    sartor_name_link("adder", service_port);
    int sum = 0;
    for (int heard = 0; heard < clients; ++heard) {
        int from = SARTOR_ANY_RANK, number = 0;
        sartor_mailbox_receive(&from, service_port, &number, sizeof number);
        sum += number;
    }
    const int right = sum == clients * (clients - 1) / 2;
    printf("named: sum %d: %s\n", sum, right ? "correct" : "WRONG");
    return !right;
}

static int go_wrong(const char *how) {
    int rank, port;
    if (strcmp(how, "twice") == 0) sartor_name_link("same", 1);
    if (strcmp(how, "rank") == 0) sartor_name_link("rank-0", 1);
    if (strcmp(how, "long") == 0) sartor_name_find("a name of more than 31 characters", &rank, &port);
    return 0;
}

int main(int argc, char **argv) {
    const int own = sartor_rank();
    if (argc > 1) return go_wrong(argv[1]);
    int rank = -1, port = -1;
    if (sartor_name_find("nobody", &rank, &port) || sartor_name_find("rank-999999", &rank, &port)) {
        printf("named: found nobody\n");
        return 1;
    }
    if (!sartor_name_find("rank-0", &rank, &port) || rank != 0 || port != 0) {
        printf("named: rank-0 not found\n");
        return 1;
    }
    if (own == sartor_ranks() - 1) return serve();
    while (!sartor_name_find("adder", &rank, &port)) continue;
    if (rank != sartor_ranks() - 1 || port != service_port) {
        printf("named: found rank %d, port %d\n", rank, port);
        return 1;
    }
    sartor_mailbox_send(rank, port, &own, sizeof own);
    return 0;
}
