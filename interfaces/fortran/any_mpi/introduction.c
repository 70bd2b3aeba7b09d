#include "interfaces/fortran/any_mpi/introduction.h"

#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>

int fortran_is_introduced;

/* The types that gfortran and flang have, and the sizes of the default ones (docs/fortran.md). */
static const struct {
    const char *key, *value;
} types[] = {{"mpi_logical_size", "4"},
             {"mpi_integer_size", "4"},
             {"mpi_real_size", "4"},
             {"mpi_double_precision_size", "8"},
             {"mpi_logical1_supported", "true"},
             {"mpi_logical2_supported", "true"},
             {"mpi_logical4_supported", "true"},
             {"mpi_logical8_supported", "true"},
             {"mpi_logical16_supported", "false"},
             {"mpi_integer1_supported", "true"},
             {"mpi_integer2_supported", "true"},
             {"mpi_integer4_supported", "true"},
             {"mpi_integer8_supported", "true"},
             {"mpi_integer16_supported", "true"},
             {"mpi_real2_supported", "false"},
             {"mpi_real4_supported", "true"},
             {"mpi_real8_supported", "true"},
             {"mpi_real16_supported", "true"},
             {"mpi_complex4_supported", "false"},
             {"mpi_complex8_supported", "true"},
             {"mpi_complex16_supported", "true"},
             {"mpi_complex32_supported", "true"},
             {"mpi_double_complex_supported", "true"}};

/* Setting them twice is an error, and errors end most programs: what is known already is asked first. */
static void introduce_types(void)
{
    MPI_Info info = MPI_INFO_NULL;
    if (PMPI_Abi_get_fortran_info(&info) != MPI_SUCCESS) return;
    if (info == MPI_INFO_NULL && PMPI_Info_create(&info) == MPI_SUCCESS) {
        for (size_t type = 0; type < sizeof types / sizeof *types; ++type)
            PMPI_Info_set(info, types[type].key, types[type].value);
        PMPI_Abi_set_fortran_info(info);
    }
    if (info != MPI_INFO_NULL) PMPI_Info_free(&info);
}

static void introduce_truth(void)
{
    int32_t true_value = 0, false_value = 0;
    int known = 0;
    if (PMPI_Abi_get_fortran_booleans(sizeof true_value, &true_value, &false_value, &known) != MPI_SUCCESS || known) return;
    true_value = 1, false_value = 0;
    PMPI_Abi_set_fortran_booleans(sizeof true_value, &true_value, &false_value);
}

/* Of several threads, one: the others wait for it. */
void introduce_fortran(void)
{
    static int turn;
    while (__atomic_exchange_n(&turn, 1, __ATOMIC_ACQUIRE))
        ;
    if (!fortran_is_introduced) {
        introduce_types();
        introduce_truth();
        __atomic_store_n(&fortran_is_introduced, 1, __ATOMIC_RELEASE);
    }
    __atomic_store_n(&turn, 0, __ATOMIC_RELEASE);
}
