/* Functions of the program that MPI calls. Fortran's have other arguments than C's: MPI gets a C function, which
   calls Fortran's. Where MPI passes a pointer of the program's (extra_state) to it, that one knows Fortran's function;
   operations and error handlers have none, so there are several C functions for them. */
#ifndef SARTOR_FORTRAN_CALLBACKS_H
#define SARTOR_FORTRAN_CALLBACKS_H

#include <mpi.h>

typedef void FortranProcedure(void);

/* The C function for this Fortran one. The same one for a function that has had one; so many different ones there
   can be that a program with more ends. */
enum { most_callbacks = 64 };
MPI_User_function* operation_of(FortranProcedure* function);
MPI_User_function_c* large_operation_of(FortranProcedure* function);
MPI_Comm_errhandler_function* comm_errors_of(FortranProcedure* function);
MPI_File_errhandler_function* file_errors_of(FortranProcedure* function);
MPI_Session_errhandler_function* session_errors_of(FortranProcedure* function);
MPI_Win_errhandler_function* win_errors_of(FortranProcedure* function);

/* The C functions below take one of these as their extra_state; made for each attribute key, request or data
   representation. */
typedef struct {
    FortranProcedure* first;
    FortranProcedure* second;
    FortranProcedure* third;
    MPI_Aint extra_state;
} Callbacks;
Callbacks* callbacks_with(FortranProcedure* first, FortranProcedure* second, FortranProcedure* third,
                          MPI_Aint extra_state);

/* Attributes: first copies, second deletes. Those of MPI-1 are integers. */
MPI_Comm_copy_attr_function copy_of_comm, copy_of_mpi_1;
MPI_Comm_delete_attr_function delete_of_comm, delete_of_mpi_1;
MPI_Type_copy_attr_function copy_of_type;
MPI_Type_delete_attr_function delete_of_type;
MPI_Win_copy_attr_function copy_of_win;
MPI_Win_delete_attr_function delete_of_win;

/* Requests: first is asked, second frees, third cancels. The second frees the callbacks, too. */
MPI_Grequest_query_function query_of_request;
MPI_Grequest_free_function free_of_request;
MPI_Grequest_cancel_function cancel_of_request;

/* Data representations: first reads, second writes, third says an extent. */
MPI_Datarep_conversion_function read_of_datarep, write_of_datarep;
MPI_Datarep_conversion_function_c large_read_of_datarep, large_write_of_datarep;
MPI_Datarep_extent_function extent_of_datarep;

#endif
