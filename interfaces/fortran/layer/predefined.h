/* Callback functions of MPI's own (MPI-5.0 sections 7.7 and 14.5.3), which Fortran programs pass by name. */
#ifndef SARTOR_FORTRAN_PREDEFINED_H
#define SARTOR_FORTRAN_PREDEFINED_H

#include <mpi.h>

#define PREDEFINED_COPY(name)                                                                                          \
    void name(MPI_Fint* object, MPI_Fint* keyval, MPI_Aint* extra_state, MPI_Aint* in, MPI_Aint* out, MPI_Fint* flag,  \
              MPI_Fint* error)
#define PREDEFINED_DELETE(name)                                                                                        \
    void name(MPI_Fint* object, MPI_Fint* keyval, MPI_Aint* value, MPI_Aint* extra_state, MPI_Fint* error)

PREDEFINED_COPY(mpi_comm_null_copy_fn_);
PREDEFINED_COPY(mpi_comm_dup_fn_);
PREDEFINED_DELETE(mpi_comm_null_delete_fn_);

void mpi_dup_fn_(MPI_Fint* comm, MPI_Fint* keyval, MPI_Fint* extra_state, MPI_Fint* in, MPI_Fint* out, MPI_Fint* flag,
                 MPI_Fint* error);

/* For their addresses alone: no conversion. */
void mpi_conversion_fn_null_(void);
void mpi_conversion_fn_null_c_(void);

#endif
