// Every variable, category and enumeration of the tool interface, whatever they are (MPI-5.0 section 15.3): texts with
// and without room, indices by name, handles, sessions, and the errors of wrong arguments, which are returned.
// ranks: 1 3
// oracle: mpich
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures, rank;

#define CHECK(condition) \
    ((condition) ? (void)0 : (void)(++failures, printf("rank %d, line %d does not hold: %s\n", rank, __LINE__, #condition)))

// A text that does not fit is cut off, and its full length is told without a buffer.
#define CHECK_TEXT(call_with)                                             \
    do {                                                                  \
        char whole[2048] = "", part[4] = "xyz";                           \
        int needed = 0, length = sizeof whole, short_length = sizeof part; \
        CHECK(call_with(NULL, &needed) == MPI_SUCCESS);                   \
        CHECK(call_with(whole, &length) == MPI_SUCCESS);                  \
        CHECK(needed == (int)strlen(whole) + 1);                          \
        CHECK(call_with(part, &short_length) == MPI_SUCCESS);             \
        CHECK(strlen(part) <= 3 && strncmp(part, whole, strlen(part)) == 0); \
        CHECK(call_with(NULL, NULL) == MPI_SUCCESS);                      \
    } while (0)

static void walk_enumeration(MPI_T_enum names) {
    int items = 0, value, length = 0;
    char name[256];
    CHECK(MPI_T_enum_get_info(names, &items, NULL, NULL) == MPI_SUCCESS && items > 0);
    for (int item = 0; item < items; ++item) {
        length = sizeof name;
        CHECK(MPI_T_enum_get_item(names, item, &value, name, &length) == MPI_SUCCESS && length > 1);
    }
    CHECK(MPI_T_enum_get_item(names, items, &value, name, &length) != MPI_SUCCESS);
}

static int control;
static int control_name(char* text, int* length) {
    return MPI_T_cvar_get_info(control, text, length, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
}
static int control_text(char* text, int* length) {
    return MPI_T_cvar_get_info(control, NULL, NULL, NULL, NULL, NULL, text, length, NULL, NULL);
}

static void walk_control_variables(void) {
    int number = -1, index = -1;
    MPI_T_cvar_handle handle;
    CHECK(MPI_T_cvar_get_num(&number) == MPI_SUCCESS && number > 0);
    for (control = 0; control < number; ++control) {
        char name[512];
        int length = sizeof name, verbosity, bind, scope, count = 0;
        MPI_Datatype type;
        MPI_T_enum names;
        CHECK_TEXT(control_name);
        CHECK_TEXT(control_text);
        CHECK(MPI_T_cvar_get_info(control, name, &length, &verbosity, &type, &names, NULL, NULL, &bind, &scope) ==
              MPI_SUCCESS);
        CHECK(verbosity >= MPI_T_VERBOSITY_USER_BASIC && verbosity <= MPI_T_VERBOSITY_MPIDEV_ALL);
        CHECK(MPI_T_cvar_get_index(name, &index) == MPI_SUCCESS && index == control);
        if (names != MPI_T_ENUM_NULL) walk_enumeration(names);
        if (bind != MPI_T_BIND_NO_OBJECT) continue;
        CHECK(MPI_T_cvar_handle_alloc(control, NULL, &handle, &count) == MPI_SUCCESS && count > 0);
        // Of a text the count may be one of characters of a longer buffer.
        void* value = calloc((size_t)count + 4096, 16);
        CHECK(MPI_T_cvar_read(handle, value) == MPI_SUCCESS);
        if (scope == MPI_T_SCOPE_CONSTANT || scope == MPI_T_SCOPE_READONLY)
            CHECK(MPI_T_cvar_write(handle, value) != MPI_SUCCESS);
        free(value);
        CHECK(MPI_T_cvar_handle_free(&handle) == MPI_SUCCESS && handle == MPI_T_CVAR_HANDLE_NULL);
    }
    CHECK(MPI_T_cvar_get_index("no such variable", &index) == MPI_T_ERR_INVALID_NAME);
    CHECK(MPI_T_cvar_handle_alloc(number, NULL, &handle, &index) == MPI_T_ERR_INVALID_INDEX);
    CHECK(MPI_T_cvar_get_info(-1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL) == MPI_T_ERR_INVALID_INDEX);
}

static int performance;
static int performance_name(char* text, int* length) {
    return MPI_T_pvar_get_info(performance, text, length, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
}
static int performance_text(char* text, int* length) {
    return MPI_T_pvar_get_info(performance, NULL, NULL, NULL, NULL, NULL, NULL, text, length, NULL, NULL, NULL, NULL);
}

static void walk_performance_variables(void) {
    int number = -1, index = -1;
    MPI_T_pvar_session session, other;
    MPI_T_pvar_handle handle;
    CHECK(MPI_T_pvar_get_num(&number) == MPI_SUCCESS && number >= 0);
    CHECK(MPI_T_pvar_session_create(&session) == MPI_SUCCESS);
    CHECK(MPI_T_pvar_session_create(&other) == MPI_SUCCESS);
    for (performance = 0; performance < number; ++performance) {
        char name[512];
        int length = sizeof name, kind, bind, count = 0, read_only, continuous, atomic;
        double values[512];
        MPI_Comm comm = MPI_COMM_WORLD;
        CHECK_TEXT(performance_name);
        CHECK_TEXT(performance_text);
        CHECK(MPI_T_pvar_get_info(performance, name, &length, NULL, &kind, NULL, NULL, NULL, NULL, &bind, &read_only,
                                  &continuous, &atomic) == MPI_SUCCESS);
        CHECK(kind >= MPI_T_PVAR_CLASS_STATE && kind <= MPI_T_PVAR_CLASS_GENERIC);
        CHECK(MPI_T_pvar_get_index(name, kind, &index) == MPI_SUCCESS && index == performance);
        if (bind != MPI_T_BIND_NO_OBJECT && bind != MPI_T_BIND_MPI_COMM) continue;
        CHECK(MPI_T_pvar_handle_alloc(session, performance, &comm, &handle, &count) == MPI_SUCCESS && count > 0);
        if (count > 512) continue;
        if (continuous)
            CHECK(MPI_T_pvar_start(session, handle) == MPI_T_ERR_PVAR_NO_STARTSTOP);
        else
            CHECK(MPI_T_pvar_start(session, handle) == MPI_SUCCESS);
        CHECK(MPI_T_pvar_read(session, handle, values) == MPI_SUCCESS);
        if (!continuous) CHECK(MPI_T_pvar_stop(session, handle) == MPI_SUCCESS);
        CHECK((MPI_T_pvar_reset(session, handle) == MPI_SUCCESS) == !read_only);
        CHECK((MPI_T_pvar_readreset(session, handle, values) == MPI_SUCCESS) == !!atomic);
        CHECK(MPI_T_pvar_handle_free(session, &handle) == MPI_SUCCESS && handle == MPI_T_PVAR_HANDLE_NULL);
    }
    CHECK(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES) == MPI_SUCCESS);
    CHECK(MPI_T_pvar_stop(session, MPI_T_PVAR_ALL_HANDLES) == MPI_SUCCESS);
    CHECK(MPI_T_pvar_reset(session, MPI_T_PVAR_ALL_HANDLES) == MPI_SUCCESS);
    CHECK(MPI_T_pvar_get_index("no such variable", MPI_T_PVAR_CLASS_COUNTER, &index) == MPI_T_ERR_INVALID_NAME);
    CHECK(MPI_T_pvar_session_free(&other) == MPI_SUCCESS && other == MPI_T_PVAR_SESSION_NULL);
    CHECK(MPI_T_pvar_session_free(&session) == MPI_SUCCESS);
}

static int category;
static int category_name(char* text, int* length) {
    return MPI_T_category_get_info(category, text, length, NULL, NULL, NULL, NULL, NULL);
}

static void walk_categories(void) {
    int number = -1, index = -1, update = -1;
    CHECK(MPI_T_category_get_num(&number) == MPI_SUCCESS && number > 0);
    for (category = 0; category < number; ++category) {
        char name[512];
        int length = sizeof name, controls, performances, categories, indices[1024];
        CHECK_TEXT(category_name);
        CHECK(MPI_T_category_get_info(category, name, &length, NULL, NULL, &controls, &performances, &categories) ==
              MPI_SUCCESS);
        CHECK(MPI_T_category_get_index(name, &index) == MPI_SUCCESS && index == category);
        CHECK(MPI_T_category_get_cvars(category, 1024, indices) == MPI_SUCCESS);
        for (int one = 0; one < controls && one < 1024; ++one)
            CHECK(MPI_T_cvar_get_info(indices[one], NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL) == MPI_SUCCESS);
        CHECK(MPI_T_category_get_pvars(category, 1024, indices) == MPI_SUCCESS);
        CHECK(MPI_T_category_get_categories(category, 1024, indices) == MPI_SUCCESS);
    }
    CHECK(MPI_T_category_changed(&update) == MPI_SUCCESS);
    CHECK(MPI_T_category_get_index("no such category", &index) == MPI_T_ERR_INVALID_NAME);
}

int main(int argc, char** argv) {
    int provided = -1, number, all = 0;
    CHECK(MPI_T_cvar_get_num(&number) == MPI_T_ERR_NOT_INITIALIZED);
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS && provided >= MPI_THREAD_SINGLE);
    walk_control_variables(); // before MPI_Init, too
    CHECK(MPI_Init(&argc, &argv) == MPI_SUCCESS);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS);
    walk_control_variables();
    walk_performance_variables();
    walk_categories();
    CHECK(MPI_T_finalize() == MPI_SUCCESS);
    CHECK(MPI_T_cvar_get_num(&number) == MPI_SUCCESS);
    MPI_Reduce(&failures, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    CHECK(MPI_T_cvar_get_num(&number) == MPI_SUCCESS);
    CHECK(MPI_T_finalize() == MPI_SUCCESS);
    if (rank == 0) printf("%s: walk\n", all + failures == 0 ? "ok" : "FAILED");
    return all + failures != 0;
}
