/* Loads and stores by threads of ranks whose threads call MPI at once, by the case that the argument names; "right": none
 * that conflicts. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static const char* wanted;
static int is(const char* name) { return strcmp(wanted, name) == 0; }
static int rank, size, seen, in[8], out[8], *part;
static MPI_Win win;

static void* touch(void* address) {
    seen += *(int*)address;
    return NULL;
}
static void* change(void* address) {
    *(int*)address = 4;
    return NULL;
}
static void* exchange(void* nothing) { /* beside the other threads */
    int mine = rank, got;
    for (int turn = 0; turn < 20; ++turn)
        MPI_Sendrecv(&mine, 1, MPI_INT, (rank + 1) % size, 9, &got, 1, MPI_INT, (rank + size - 1) % size, 9, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    return nothing;
}
static void in_thread(void* (*function)(void*), void* address) {
    pthread_t thread;
    pthread_create(&thread, NULL, function, address);
    pthread_join(thread, NULL);
}

int main(int argc, char** argv) {
    int provided, value = 7, result = 0;
    MPI_Request both[2];
    pthread_t beside;
    wanted = argc > 1 ? argv[1] : "right";
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int owner = size - 1;
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &part, &win);
    pthread_create(&beside, NULL, exchange, NULL);

    MPI_Irecv(in, 8, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &both[0]);
    MPI_Isend(out, 8, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &both[1]);
    if (is("load_received")) in_thread(touch, &in[3]);
    if (is("store_sent")) in_thread(change, &out[3]);
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
    in_thread(touch, &in[3]);
    in_thread(change, &out[3]);

    MPI_Win_fence(0, win);
    if (rank == 0) MPI_Put(&value, 1, MPI_INT, owner, 0, 1, MPI_INT, win);
    if (rank == owner && is("load_put")) in_thread(touch, &part[0]);
    if (rank == owner) in_thread(touch, &part[1]);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    in_thread(touch, &part[0]);

    MPI_Win_lock_all(0, win);
    if (rank == 0) MPI_Get(&result, 1, MPI_INT, owner, 2, 1, MPI_INT, win);
    if (rank == 0 && is("load_result")) in_thread(touch, &result);
    if (rank == 0) MPI_Win_flush(owner, win);
    in_thread(touch, &result);
    MPI_Win_unlock_all(win);
    pthread_join(beside, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == owner) in_thread(change, &part[2]);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == owner && is("unordered")) in_thread(change, &part[4]);
    if (rank == 0 && is("unordered")) MPI_Put(&value, 1, MPI_INT, owner, 4, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
    if (rank == 0) printf("end%s\n", seen < 0 ? " negative" : "");
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
