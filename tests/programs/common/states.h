// The frame of programs about callbacks with states: they name the same functions and share one cut.
#pragma once

#include "program.h"

static volatile AnyFunction const functions_with_states[] = {
    (AnyFunction)MPIX_Comm_create_errhandler_x,
    (AnyFunction)MPIX_Comm_create_keyval_x,
    (AnyFunction)MPIX_File_create_errhandler_x,
    (AnyFunction)MPIX_Op_create_x,
    (AnyFunction)MPIX_Request_is_complete,
    (AnyFunction)MPIX_Session_create_errhandler_x,
    (AnyFunction)MPIX_Type_create_keyval_x,
    (AnyFunction)MPIX_Win_create_errhandler_x,
    (AnyFunction)MPIX_Win_create_keyval_x,
    (AnyFunction)MPI_Comm_call_errhandler,
    (AnyFunction)MPI_Comm_create_errhandler,
    (AnyFunction)MPI_Comm_create_keyval,
    (AnyFunction)MPI_Comm_delete_attr,
    (AnyFunction)MPI_Comm_dup,
    (AnyFunction)MPI_Comm_free,
    (AnyFunction)MPI_Comm_free_keyval,
    (AnyFunction)MPI_Comm_get_attr,
    (AnyFunction)MPI_Comm_get_errhandler,
    (AnyFunction)MPI_Comm_set_attr,
    (AnyFunction)MPI_Comm_set_errhandler,
    (AnyFunction)MPI_Errhandler_free,
    (AnyFunction)MPI_File_call_errhandler,
    (AnyFunction)MPI_File_open,
    (AnyFunction)MPI_File_set_errhandler,
    (AnyFunction)MPI_Grequest_complete,
    (AnyFunction)MPI_Grequest_start,
    (AnyFunction)MPI_Iallreduce,
    (AnyFunction)MPI_Iprobe,
    (AnyFunction)MPI_Op_commutative,
    (AnyFunction)MPI_Op_create,
    (AnyFunction)MPI_Op_free,
    (AnyFunction)MPI_Recv_init,
    (AnyFunction)MPI_Reduce_local,
    (AnyFunction)MPI_Request_free,
    (AnyFunction)MPI_Scan,
    (AnyFunction)MPI_Session_finalize,
    (AnyFunction)MPI_Session_get_num_psets,
    (AnyFunction)MPI_Session_get_pset_info,
    (AnyFunction)MPI_Session_init,
    (AnyFunction)MPI_Status_set_cancelled,
    (AnyFunction)MPI_Status_set_elements,
    (AnyFunction)MPI_Type_contiguous,
    (AnyFunction)MPI_Type_dup,
    (AnyFunction)MPI_Type_free,
    (AnyFunction)MPI_Type_free_keyval,
    (AnyFunction)MPI_Type_set_attr,
    (AnyFunction)MPI_Win_create,
    (AnyFunction)MPI_Win_free,
    (AnyFunction)MPI_Win_free_keyval,
    (AnyFunction)MPI_Win_lock,
    (AnyFunction)MPI_Win_set_attr,
    (AnyFunction)MPI_Win_set_errhandler,
};

static inline void begin_with_states(int* argc, char*** argv) {
    const volatile AnyFunction* function = functions_with_states;
    begin(argc, argv);
    for (; function < functions_with_states + sizeof functions_with_states / sizeof *functions_with_states;
         ++function)
        CHECK(*function != NULL);
    CHECK(MPI_COMM_SELF != MPI_COMM_NULL);
}
