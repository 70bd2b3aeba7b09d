// What a program can ask: versions, names, times, state, errors.
#include "../common/program.h"

static void check_state(int initialized, int finalized) {
    int flag = -1;
    MPI_Initialized(&flag);
    CHECK(!!flag == initialized);
    MPI_Finalized(&flag);
    CHECK(!!flag == finalized);
}

static void check_names(void) {
    char library[MPI_MAX_LIBRARY_VERSION_STRING], name[MPI_MAX_PROCESSOR_NAME];
    int version = 0, subversion = -1, length = -1;
    MPI_Get_version(&version, &subversion);
    CHECK(version >= 3 && subversion >= 0 && version == MPI_VERSION && subversion == MPI_SUBVERSION);
    MPI_Get_library_version(library, &length);
    CHECK(length > 0 && (int)strlen(library) <= length);
    MPI_Get_processor_name(name, &length);
    CHECK(length > 0 && (int)strlen(name) == length);
}

static void check_times(void) {
    double last = MPI_Wtime(), tick = MPI_Wtick();
    CHECK(tick > 0 && tick <= 1e-3);
    for (int call = 0; call < 1000; ++call) {
        double now = MPI_Wtime();
        CHECK(now >= last);
        last = now;
    }
}

static void check_errors(void) {
    const int classes[] = {MPI_SUCCESS,  MPI_ERR_BUFFER,   MPI_ERR_COUNT,   MPI_ERR_TYPE,  MPI_ERR_TAG,
                           MPI_ERR_COMM, MPI_ERR_RANK,     MPI_ERR_REQUEST, MPI_ERR_ROOT,  MPI_ERR_OP,
                           MPI_ERR_ARG,  MPI_ERR_TRUNCATE, MPI_ERR_OTHER,   MPI_ERR_INTERN};
    for (unsigned index = 0; index < sizeof classes / sizeof *classes; ++index) {
        char text[MPI_MAX_ERROR_STRING] = "";
        int length = -1, found = -1;
        MPI_Error_class(classes[index], &found);
        CHECK(found == classes[index]);
        MPI_Error_string(classes[index], text, &length);
        CHECK(length > 0 && (int)strlen(text) == length);
    }
}

int main(int argc, char** argv) {
    check_state(0, 0);
    begin(&argc, &argv);
    check_state(1, 0);
    CHECK(rank >= 0 && rank < size);
    check_names();
    check_times();
    check_errors();
    int code = end("inquiries");
    check_state(1, 1);
    return code != 0 || failures != 0;
}
