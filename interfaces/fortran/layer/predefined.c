#include "interfaces/fortran/layer/predefined.h"

PREDEFINED_COPY(mpi_comm_null_copy_fn_)
{
    (void)object, (void)keyval, (void)extra_state, (void)in, (void)out;
    *flag = 0;
    *error = MPI_SUCCESS;
}

PREDEFINED_COPY(mpi_comm_dup_fn_)
{
    (void)object, (void)keyval, (void)extra_state;
    *out = *in;
    *flag = 1;
    *error = MPI_SUCCESS;
}

PREDEFINED_DELETE(mpi_comm_null_delete_fn_)
{
    (void)object, (void)keyval, (void)value, (void)extra_state;
    *error = MPI_SUCCESS;
}

/* The same for other objects. */
#define ALSO(name, of) extern __typeof__(of) name __attribute__((alias(#of)))
ALSO(mpi_type_null_copy_fn_, mpi_comm_null_copy_fn_);
ALSO(mpi_type_dup_fn_, mpi_comm_dup_fn_);
ALSO(mpi_type_null_delete_fn_, mpi_comm_null_delete_fn_);
ALSO(mpi_win_null_copy_fn_, mpi_comm_null_copy_fn_);
ALSO(mpi_win_dup_fn_, mpi_comm_dup_fn_);
ALSO(mpi_win_null_delete_fn_, mpi_comm_null_delete_fn_);
ALSO(mpi_null_copy_fn_, mpi_comm_null_copy_fn_);
ALSO(mpi_null_delete_fn_, mpi_comm_null_delete_fn_);

/* MPI-1's attributes are default integers. */
void mpi_dup_fn_(MPI_Fint* comm, MPI_Fint* keyval, MPI_Fint* extra_state, MPI_Fint* in, MPI_Fint* out, MPI_Fint* flag,
                 MPI_Fint* error)
{
    (void)comm, (void)keyval, (void)extra_state;
    *out = *in;
    *flag = 1;
    *error = MPI_SUCCESS;
}

void mpi_conversion_fn_null_(void)
{
}
void mpi_conversion_fn_null_c_(void)
{
}
