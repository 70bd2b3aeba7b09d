// Performance variables of emulated machines, read between what changes them: energy, load of links, memory.
#include <mpi.h>
#include <sartor.h>
#include <stdio.h>
#include <stdlib.h>

enum { bytes = 65536 };
static char data[bytes];
static MPI_T_pvar_session session;
static MPI_T_pvar_handle energy, own_energy, load, hottest, memory;

static void fail(const char* what) {
    printf("%s: not so\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static MPI_T_pvar_handle handle_of(const char* name, int kind) {
    MPI_T_pvar_handle handle;
    int index, count;
    if (MPI_T_pvar_get_index(name, kind, &index) != MPI_SUCCESS) fail(name);
    MPI_T_pvar_handle_alloc(session, index, NULL, &handle, &count);
    if (kind == MPI_T_PVAR_CLASS_AGGREGATE) MPI_T_pvar_start(session, handle);
    return handle;
}
static double value_of(MPI_T_pvar_handle handle) {
    double value = -1;
    if (MPI_T_pvar_read(session, handle, &value) != MPI_SUCCESS) fail("reading");
    return value;
}
static unsigned long long bytes_in_use(void) {
    unsigned long long value = 0;
    MPI_T_pvar_read(session, memory, &value);
    return value;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank, level;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_T_init_thread(MPI_THREAD_SINGLE, &level);
    MPI_T_pvar_session_create(&session);
    energy = handle_of("chip_energy", MPI_T_PVAR_CLASS_AGGREGATE);
    own_energy = handle_of("rank_energy", MPI_T_PVAR_CLASS_AGGREGATE);
    load = handle_of("link_load", MPI_T_PVAR_CLASS_PERCENTAGE);
    hottest = handle_of("hottest_link_load", MPI_T_PVAR_CLASS_PERCENTAGE);
    memory = handle_of("cluster_memory", MPI_T_PVAR_CLASS_LEVEL);

    sartor_compute(1000000);
    const double computing = value_of(own_energy);
    if (computing <= 0 || value_of(energy) <= computing) fail("energy of computing");
    if (value_of(load) > 0.01) fail("nothing was sent yet");
    for (int turn = 0; turn < 20; ++turn) {
        if (rank == 0) MPI_Send(data, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        if (rank == 1) MPI_Recv(data, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    const double used = value_of(load), most = value_of(hottest);
    if (rank == 0 && (used < 0.01 || used > 1 || most < 0.99 * used || most > 1)) fail("load of a sender");
    if (rank == 1 && used > 0.01) fail("load of a receiver");
    if (value_of(own_energy) <= computing) fail("energy of communicating");

    const unsigned long long before = bytes_in_use();
    char* volatile block = malloc(bytes); // Clang allocates nothing that is only written
    if (block == NULL || bytes_in_use() < before + bytes) fail("memory in use");
    free(block);
    if (bytes_in_use() != before) fail("memory given back");
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) printf("meters: correct, %.3g J\n", value_of(energy));
    MPI_Finalize();
    return 0;
}
