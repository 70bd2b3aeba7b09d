// Threads set and delete attributes of a communicator while another thread duplicates it, and callbacks take time
// (MPI-5.0 sections 7.7 and 11.6).
// flags: -pthread
// oracle: openmpi
#include "../common/threads.h"

#include <unistd.h>

static MPI_Comm comm;
static int keyvals[threads], value, done;

static int copy_slowly(MPI_Comm old, int keyval, void* extra, void* in, void* out, int* flag) {
    (void)old, (void)keyval, (void)extra;
    *(void**)out = in;
    *flag = 1;
    usleep(20);
    return MPI_SUCCESS;
}

static int delete_slowly(MPI_Comm old, int keyval, void* attribute, void* extra) {
    (void)old, (void)keyval, (void)attribute, (void)extra;
    usleep(10);
    return MPI_SUCCESS;
}

static void duplicate_often(void) {
    for (int round = 0; round < 100; ++round) {
        MPI_Comm copy;
        int *got, flag;
        MPI_Comm_dup(comm, &copy);
        MPI_Comm_get_attr(copy, keyvals[0], &got, &flag);
        CHECK(flag && got == &value);
        MPI_Comm_free(&copy);
    }
    __atomic_store_n(&done, 1, __ATOMIC_RELEASE);
}

static void set_and_delete(int thread) {
    while (!__atomic_load_n(&done, __ATOMIC_ACQUIRE)) {
        int flag = 0, *got;
        MPI_Comm_set_attr(comm, keyvals[thread], &value);
        MPI_Comm_get_attr(comm, keyvals[thread], &got, &flag);
        CHECK(flag && got == &value);
        MPI_Comm_delete_attr(comm, keyvals[thread]);
        MPI_Comm_get_attr(comm, keyvals[thread], &got, &flag);
        CHECK(!flag);
    }
}

static void change_attributes(int thread) {
    thread == 0 ? duplicate_often() : set_and_delete(thread);
}

int main(int argc, char** argv) {
    begin_threads(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (int thread = 0; thread < threads; ++thread)
        MPI_Comm_create_keyval(copy_slowly, delete_slowly, &keyvals[thread], NULL);
    MPI_Comm_set_attr(comm, keyvals[0], &value);
    run_threads(change_attributes);
    MPI_Comm_free(&comm);
    for (int thread = 0; thread < threads; ++thread) MPI_Comm_free_keyval(&keyvals[thread]);
    return end_of_threads("attributes");
}
