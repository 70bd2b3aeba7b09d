/* The channels of a chip without MPI: a master deals out numbers by mailbox, gets the squares back by portal, one for
   each, and multicasts the sum; syncs separate the steps. Any number of ranks, on an emulated machine:

     sartor cc -o channels apps/channels.c && sartor run -n 16 --machine mppa256-nanvix channels */
#include <sartor/channel.h>
#include <stdio.h>
#include <stdlib.h>

enum { tasks = 0, results = 1, ready = 2, sums = 3, numbers_each = 64, last_port = 40 };

static int fail(const char *what) {
    fprintf(stderr, "channels: rank %d: %s\n", sartor_rank(), what);
    return 1;
}

/* Ranks 1 to n-1. */
static int *slaves(int ranks) {
    int *list = malloc(sizeof(int) * (size_t)ranks);
    for (int rank = 1; rank < ranks && list != NULL; ++rank) list[rank - 1] = rank;
    return list;
}

static int master(int ranks) {
    const int count = ranks - 1;
    int *others = slaves(ranks);
    long (*squares)[numbers_each] = malloc(sizeof *squares * (size_t)ranks);
    if (others == NULL || squares == NULL) return fail("no memory");
    for (int rank = 1; rank < ranks; ++rank) sartor_portal_allow(rank, results, squares[rank], sizeof *squares);
    for (int number = 0; number < numbers_each; ++number)
        for (int rank = 1; rank < ranks; ++rank) {
            const long task = number * 1000L + rank;
            sartor_mailbox_send(rank, tasks, &task, sizeof task);
        }
    long sum = 0;
    for (int rank = 1; rank < ranks; ++rank) {
        if (sartor_portal_wait(rank, results) != sizeof *squares) return fail("fewer squares than numbers");
        for (int number = 0; number < numbers_each; ++number) {
            const long task = number * 1000L + rank;
            if (squares[rank][number] != task * task) return fail("a wrong square");
            sum += task * task;
        }
    }
    sartor_sync_wait(others, count, ready); /* all to one */
    sartor_portal_multicast(others, count, sums, &sum, sizeof sum, sizeof sum);
    sartor_sync_signal(others, count, ready); /* one to all */
    for (int rank = 1; rank < ranks; ++rank) {
        long told[2] = {0, 0};
        if (sartor_channel_read(rank, last_port + rank, told, sizeof told) != sizeof told || told[1] != sum)
            return fail("another sum came back");
    }
    printf("channels: %d ranks, sum %ld\n", ranks, sum);
    free(squares);
    free(others);
    return 0;
}

static int slave(int rank) {
    const int first = 0;
    long squares[numbers_each], told[2] = {-1, -1};
    for (int number = 0; number < numbers_each; ++number) {
        long task = 0;
        int from = SARTOR_ANY_RANK;
        if (sartor_mailbox_receive(&from, tasks, &task, sizeof task) != sizeof task || from != 0)
            return fail("a task from elsewhere");
        squares[number] = task * task;
    }
    sartor_portal_write(0, results, squares, sizeof squares, 0);
    sartor_portal_allow(0, sums, told, sizeof told);
    sartor_sync_signal(&first, 1, ready);
    if (sartor_portal_wait(0, sums) != sizeof told[1] || told[0] != -1) return fail("the sum is elsewhere");
    sartor_sync_wait(&first, 1, ready);
    sartor_channel_write(0, last_port + rank, told, sizeof told);
    return 0;
}

int main(void) { return sartor_rank() == 0 ? master(sartor_ranks()) : slave(sartor_rank()); }
