// Versions, processor names, clocks, initialization (MPI-5.0 sections 9.1, 9.6, 11.2).
// ranks: 1 2 5
#include "../common/frame.h"

static void versions(void) {
    int version = -1, subversion = -1, length = -1;
    char library[MPI_MAX_LIBRARY_VERSION_STRING], processor[MPI_MAX_PROCESSOR_NAME];
    MPI_Get_version(&version, &subversion);
    CHECK(version == MPI_VERSION && subversion == MPI_SUBVERSION);
    MPI_Get_library_version(library, &length);
    CHECK(length > 0);
    CHECK_BUT_OPEN_MPI((int)strlen(library) == length);
    MPI_Get_processor_name(processor, &length);
    CHECK(length > 0 && (int)strlen(processor) == length && length < MPI_MAX_PROCESSOR_NAME);
}

static void clocks(void) {
    double first = MPI_Wtime(), second = MPI_Wtime(), tick = MPI_Wtick();
    CHECK(second >= first && tick > 0 && tick < 1);
}

// These may be called before MPI_Init and after MPI_Finalize.
static void check_state(int initialized, int finalized) {
    int is_initialized = -1, is_finalized = -1, version = -1, subversion = -1, length = -1;
    char library[MPI_MAX_LIBRARY_VERSION_STRING];
    MPI_Initialized(&is_initialized), MPI_Finalized(&is_finalized);
    MPI_Get_version(&version, &subversion);
    MPI_Get_library_version(library, &length);
    CHECK(!is_initialized == !initialized && !is_finalized == !finalized);
    CHECK(version == MPI_VERSION && length > 0);
}

// Before and after: no communication, but a verdict all the same.
int main(int argc, char** argv) {
    check_state(0, 0);
    MPI_Init(NULL, NULL);
    find_rank();
    check_state(1, 0);
    versions();
    clocks();
    int code = finish("inquiry");
    check_state(1, 1);
    (void)argc, (void)argv;
    return code | (failures > 0);
}
