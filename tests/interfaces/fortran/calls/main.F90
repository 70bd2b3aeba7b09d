! Calls every function. With the argument "abort" it ends by MPI_Abort; with "threads" it begins by MPI_Init_thread.
#include "forms.h"
program main
  use calls
  use checks
  use surroundings
  implicit none
  character(len=16) :: way
  integer :: provided, all(3)
  logical :: flag
  call get_command_argument(0, my_path)
  call get_command_argument(1, way)
  call MPI_Initialized(flag, error)
  call check(.not. flag, 'MPI_Initialized: before')
  if (way == 'threads') then
    call MPI_Init_thread(MPI_THREAD_SINGLE, provided, error)
    call check(provided >= MPI_THREAD_SINGLE, 'MPI_Init_thread')
  else
    call MPI_Init(error)
  end if
  call expect_success('initialization')
  call MPI_Comm_rank(MPI_COMM_WORLD, my_rank, error)
  if (way == 'spawned') then
    call end_spawned()
    stop
  end if
  if (way == 'abort') call MPI_Abort(MPI_COMM_WORLD, 3, error)
  call make_surroundings()
  call all_calls()
  call functions_of_fortran()
#if FORM == 90
  call types_of_handles()
#endif
  call check(my_size /= 2 .or. functions == all_functions, 'the number of functions')
  call free_surroundings()
  all = [failures, done, functions]
  call MPI_Allreduce(MPI_IN_PLACE, all, 3, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
  if (my_rank == 0 .and. all(1) == 0) print '(a,i0,a,i0,a)', 'ok: ', all(3) / my_size, ' functions, ', all(2), ' checks'
  if (my_rank == 0 .and. all(1) /= 0) print '(i0,a,i0,a)', all(1), ' of ', all(2), ' checks failed'
  call MPI_Finalize(error)
  call MPI_Finalized(flag, error)
  if (.not. flag .or. error /= MPI_SUCCESS .or. failures > 0) error stop 1
contains

  subroutine end_spawned()
    HANDLE(Comm) :: parent
    call MPI_Comm_get_parent(parent, error)
    call MPI_Comm_disconnect(parent, error)
    call MPI_Finalize(error)
  end subroutine

#if FORM == 90
  ! The module mpi has the types of mpi_f08, too (MPI-5.0 section 19.1.3).
  subroutine types_of_handles()
    type(MPI_Comm) :: world, self
    world%MPI_VAL = MPI_COMM_WORLD
    self%MPI_VAL = MPI_COMM_SELF
    call check(world == world .and. world /= self, 'MPI_Comm in the module mpi')
  end subroutine
#endif

  ! They are not in the table, since C does not have them (MPI-5.0 section 19.1).
  subroutine functions_of_fortran()
    integer :: bytes
    call MPI_F_sync_reg(sent)
#if FORM != 77
    call MPI_Sizeof(1d0, bytes, error)
    call expect_success('MPI_Sizeof')
    call check(bytes == 8, 'MPI_Sizeof')
#endif
  end subroutine
end program
