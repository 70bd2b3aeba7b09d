/* Many logical ports over few mailboxes and tags, and what wrong calls get: ports [WRONG CALL] */
#include <sartor/channel.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { many = 500, deep = 100 };

static void many_portals(int rank) {
    static int data[many];
    for (int port = 0; port < many && rank == 0; ++port) sartor_portal_allow(1, port, &data[port], sizeof(int));
    for (int port = many - 1; port >= 0 && rank == 1; --port) sartor_portal_write(0, port, &port, sizeof port, 0);
    for (int port = 0; port < many && rank == 0; ++port)
        if (sartor_portal_wait(1, port) != sizeof(int) || data[port] != port) exit(1);
}

/* More than a port keeps, received from the last port to the first. */
static void many_mailboxes(int rank) {
    for (int number = 0; number < deep && rank == 1; ++number)
        for (int port = 0; port < 3; ++port) {
            const int sent[2] = {port, number};
            sartor_mailbox_send(0, port, sent, number % 2 == 0 ? sizeof sent : sizeof sent[0]);
        }
    for (int number = 0; number < deep && rank == 0; ++number)
        for (int port = 2; port >= 0; --port) {
            int got[2] = {-1, number}, from = number % 3 == 0 ? SARTOR_ANY_RANK : 1;
            const size_t bytes = sartor_mailbox_receive(&from, port, got, sizeof got);
            if (from != 1 || got[0] != port || got[1] != number || (bytes == sizeof got) != (number % 2 == 0)) exit(1);
        }
}

static void syncs(int rank) {
    const int other = 1 - rank, both[2] = {0, 1};
    for (int round = 0; round < 50; ++round) {
        sartor_sync_signal(&other, 1, 0);
        sartor_sync_wait(&other, 1, 0);
        sartor_sync_signal(both, 2, 1); /* N to M, the own rank included */
        sartor_sync_wait(both, 2, 1);
    }
    for (int round = 0; round < 50; ++round) /* ahead of the other */
        rank == 0 ? sartor_sync_signal(&other, 1, 2) : sartor_sync_wait(&other, 1, 2);
}

static void wrong(const char *call, int rank) {
    static char data[4096];
    int from = 0;
    if (strcmp(call, "rank") == 0) sartor_mailbox_send(2, 0, data, 1);
    if (strcmp(call, "port") == 0) sartor_sync_signal(&from, 1, -1);
    if (strcmp(call, "long") == 0) sartor_mailbox_send(0, 0, data, sizeof data);
    if (strcmp(call, "short") == 0) {
        if (rank == 1) sartor_mailbox_send(0, 0, data, 9);
        from = 1;
        if (rank == 0) sartor_mailbox_receive(&from, 0, data, 8);
    }
    if (strcmp(call, "portal") == 0) rank == 0 ? sartor_portal_allow(1, 0, data, 10) : sartor_portal_write(0, 0, data, 8, 3);
    if (strcmp(call, "unasked") == 0) sartor_portal_wait(1, 0);
    if (strcmp(call, "alone") == 0) sartor_channel_read(1 - rank, 0, data, 1);
}

int main(int argc, char **argv) {
    const int rank = sartor_rank();
    if (argc > 1) {
        wrong(argv[1], rank);
        return 0;
    }
    many_portals(rank);
    many_mailboxes(rank);
    syncs(rank);
    if (rank == 0) printf("ports: correct\n");
    return 0;
}
