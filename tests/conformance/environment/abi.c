// The binary interface tells its version and sizes, before MPI_Init too (MPI-5.0 chapter 20).
// ranks: 1 2
// oracle: no
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

#define CHECK(condition) ((condition) ? (void)0 : (void)(++failures, puts("does not hold: " #condition)))

static long number_at(MPI_Info info, const char* key) {
    char value[64] = "";
    int flag = 0, length = sizeof value;
    MPI_Info_get_string(info, key, &length, value, &flag);
    return flag ? strtol(value, NULL, 10) : -1;
}

static int says(MPI_Info info, const char* key, const char* expected) {
    char value[64] = "";
    int flag = 0, length = sizeof value;
    MPI_Info_get_string(info, key, &length, value, &flag);
    return flag && strcmp(value, expected) == 0;
}

static void version_and_sizes(void) {
    int major = -1, minor = -1;
    MPI_Info info = MPI_INFO_NULL;
    MPI_Abi_get_version(&major, &minor);
    CHECK(major == MPI_ABI_VERSION && minor == MPI_ABI_SUBVERSION);
    MPI_Abi_get_info(&info);
    CHECK(number_at(info, "mpi_aint_size") == sizeof(MPI_Aint));
    CHECK(number_at(info, "mpi_count_size") == sizeof(MPI_Count));
    CHECK(number_at(info, "mpi_offset_size") == sizeof(MPI_Offset));
    MPI_Info_free(&info);
}

static void fortran(void) {
    MPI_Info info = MPI_INFO_NULL;
    int is_set = 0, yes = -1, no = -1;
    short short_yes = -1, short_no = -1;
    MPI_Abi_get_fortran_info(&info);
    CHECK(number_at(info, "mpi_integer_size") == 4 && number_at(info, "mpi_double_precision_size") == 8);
    CHECK(says(info, "mpi_real8_supported", "true") && says(info, "mpi_integer16_supported", "false"));
    MPI_Info_free(&info);
    MPI_Abi_get_fortran_booleans(4, &yes, &no, &is_set);
    CHECK(is_set && yes == 1 && no == 0);
    MPI_Abi_get_fortran_booleans(2, &short_yes, &short_no, &is_set);
    CHECK(is_set && short_yes == 1 && short_no == 0);
}

static int class_of(int code) {
    int error_class = -1;
    MPI_Error_class(code, &error_class);
    return error_class;
}

// What is fixed can't be set, and what is wrong is said.
static void settled(void) {
    int yes = -1, no = 0, is_set = 0;
    MPI_Info info;
    MPI_Info_create(&info);
    CHECK(class_of(MPI_Abi_set_fortran_booleans(4, &yes, &no)) == MPI_ERR_ABI);
    CHECK(class_of(MPI_Abi_set_fortran_info(info)) == MPI_ERR_ABI);
    CHECK(class_of(MPI_Abi_get_fortran_booleans(3, &yes, &no, &is_set)) == MPI_ERR_ARG);
    MPI_Info_free(&info);
}

int main(int argc, char** argv) {
    int all = -1, rank = -1;
    version_and_sizes();
    fortran();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    settled();
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0 && all == 0) puts("ok: the binary interface");
    MPI_Finalize();
    version_and_sizes();
    return all;
}
