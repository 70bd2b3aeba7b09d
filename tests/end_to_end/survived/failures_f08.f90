! Failures in Fortran with the module mpi_f08: an error, acknowledgement, agreement, revoking and shrinking.
program failures_f08
    use mpi_f08
    use mpi_f08_ext
    use, intrinsic :: iso_c_binding, only: c_int
    implicit none
    interface
        integer(c_int) function raise(number) bind(c, name="raise")
            import :: c_int
            integer(c_int), value :: number
        end function
    end interface
    type(MPI_Comm) :: living
    type(MPI_Group) :: failed
    type(MPI_Request) :: request
    integer :: rank, ranks, members, value, total, error, found, mistakes = 0, ignored
    logical :: flag

    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks)
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN)
    if (rank == ranks - 1) ignored = raise(9_c_int)

    call MPI_Recv(value, 1, MPI_INTEGER, ranks - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    call MPI_Error_class(error, found)
    call check(found == MPIX_ERR_PROC_FAILED, "MPI_Recv")
    call MPIX_Comm_get_failed(MPI_COMM_WORLD, failed)
    call MPI_Group_size(failed, members)
    call check(members == 1, "MPIX_Comm_get_failed")
    call MPI_Group_free(failed)
    value = 6
    call MPIX_Comm_agree(MPI_COMM_WORLD, value, error)
    call MPI_Error_class(error, found)
    call check(found == MPIX_ERR_PROC_FAILED .and. value == 6, "MPIX_Comm_agree")
    call MPIX_Comm_failure_ack(MPI_COMM_WORLD)
    call MPIX_Comm_failure_get_acked(MPI_COMM_WORLD, failed)
    call MPI_Group_size(failed, members)
    call check(members == 1, "MPIX_Comm_failure_get_acked")
    call MPI_Group_free(failed)
    call MPIX_Comm_ack_failed(MPI_COMM_WORLD, 0, members)
    call check(members == 1, "MPIX_Comm_ack_failed")
    value = 3
    call MPIX_Comm_iagree(MPI_COMM_WORLD, value, request)
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    call check(error == MPI_SUCCESS .and. value == 3, "MPIX_Comm_iagree")
    call MPIX_Comm_is_revoked(MPI_COMM_WORLD, flag)
    call MPIX_Comm_agree(MPI_COMM_WORLD, value)
    call check(.not. flag, "MPIX_Comm_is_revoked before")
    call MPIX_Comm_revoke(MPI_COMM_WORLD)
    call MPIX_Comm_is_revoked(MPI_COMM_WORLD, flag)
    call check(flag, "MPIX_Comm_is_revoked after")
    call MPI_Barrier(MPI_COMM_WORLD, error)
    call MPI_Error_class(error, found)
    call check(found == MPIX_ERR_REVOKED, "MPI_Barrier of a revoked communicator")
    call MPIX_Comm_shrink(MPI_COMM_WORLD, living, error)
    call check(error == MPI_SUCCESS, "MPIX_Comm_shrink")
    call MPI_Comm_size(living, members)
    call check(members == ranks - 1, "size of the shrunk communicator")
    call MPI_Allreduce(1, total, 1, MPI_INTEGER, MPI_SUM, living)
    call check(total == ranks - 1, "MPI_Allreduce")
    call MPI_Comm_free(living)
    call MPIX_Comm_ishrink(MPI_COMM_WORLD, living, request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    call MPI_Allreduce(2, total, 1, MPI_INTEGER, MPI_SUM, living)
    call check(total == 2 * ranks - 2, "MPI_Allreduce after MPIX_Comm_ishrink")
    call MPI_Comm_free(living)
    call MPI_Finalize()
    if (mistakes > 0) stop 1

contains
    subroutine check(is_right, what)
        logical, intent(in) :: is_right
        character(*), intent(in) :: what
        if (is_right) return
        mistakes = mistakes + 1
        print *, "rank", rank, ": wrong: ", what
    end subroutine
end program
