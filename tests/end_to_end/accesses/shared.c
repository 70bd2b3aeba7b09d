/* Loads and stores of memory that ranks share, by the case that the argument names; "right": all are ordered. With two
 * ranks or more: rank 0 and the last one. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { ints = 16 };
struct part {
    int ints[ints];
    int flag, apart[15]; /* words of eight bytes are told together */
    volatile int poll;
    pthread_mutex_t lock;
};

static const char* wanted;
static int is(const char* name) { return strcmp(wanted, name) == 0; }

int main(int argc, char** argv) {
    int rank, size, unit, value = 7, seen = 0;
    MPI_Aint bytes;
    struct part *own, *part;
    MPI_Win win;
    wanted = argc > 1 ? argv[1] : "right";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int owner = size - 1, others = rank == 0 && owner > 0;
    MPI_Win_allocate_shared(sizeof(struct part), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
    MPI_Win_shared_query(win, owner, &bytes, &unit, &part);
    memset(own, 0, sizeof *own);
    pthread_mutexattr_t shared;
    pthread_mutexattr_init(&shared);
    pthread_mutexattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&own->lock, &shared);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    if (others) part->ints[0] = 1; /* a barrier orders */
    MPI_Win_sync(win);
    if (!is("load_stored")) MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    if (rank == owner) seen += own->ints[0];
    if (rank == owner) own->ints[1] = 2;
    if (others && is("store_stored")) part->ints[1] = 3;
    seen += part->ints[2]; /* all read */
    MPI_Barrier(MPI_COMM_WORLD);

    if (others) { /* a word that one changes and another polls */
        part->ints[3] = 4;
        __atomic_store_n(&part->flag, 1, __ATOMIC_RELEASE);
        if (is("stored_late")) part->ints[3] = 5;
    } else if (rank == owner && owner > 0) {
        while (!__atomic_load_n(&own->flag, __ATOMIC_ACQUIRE)) MPI_Win_sync(win);
        seen += own->ints[3];
        own->ints[4] = 5;
        __sync_synchronize();
        own->poll = 1;
    }
    if (others) {
        while (!part->poll) MPI_Win_sync(win);
        seen += part->ints[4];
    }

    pthread_mutex_lock(&part->lock); /* a lock that ranks share */
    part->ints[5] += 1;
    pthread_mutex_unlock(&part->lock);
    MPI_Barrier(MPI_COMM_WORLD);

    if (others) MPI_Put(&value, 1, MPI_INT, owner, 6, 1, MPI_INT, win);
    if (others && is("load_put")) seen += part->ints[6];
    if (others) MPI_Win_flush(owner, win);
    if (others) part->ints[6] += 1;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == owner) seen += own->ints[6];
    MPI_Win_unlock_all(win);

    MPI_Win_fence(0, win);
    if (rank == owner) MPI_Put(&value, 1, MPI_INT, 0, 7, 1, MPI_INT, win);
    if (others) seen += part->ints[7]; /* of another part */
    if (others && is("load_put_in_fence")) seen += own->ints[7];
    MPI_Win_fence(0, win);
    seen += own->ints[7];
    if (rank == 0) printf("end%s\n", seen < 0 ? " negative" : "");
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
