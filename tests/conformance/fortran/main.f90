! ranks: 1 2 5
! Runs every part in each form of Fortran's MPI.
program main
  use checks
  use mpi, only : MPI_COMM_WORLD, MPI_INTEGER, MPI_SUM, MPI_IN_PLACE
  implicit none
  integer :: error, all(2), expected
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, my_rank, error)
  form = 'mpif.h'
  call messages_77()
  call objects_77()
  call windows_77()
  form = 'mpi'
  call messages_90()
  call objects_90()
  call windows_90()
  form = 'mpi_f08'
  call messages_2008()
  call objects_2008()
  call windows_2008()
  call sections()
  all = [failures, done]
  call MPI_Allreduce(MPI_IN_PLACE, all, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
  if (my_rank == 0 .and. all(1) == 0) print '(a)', 'ok: mpif.h, mpi and mpi_f08'
  if (my_rank == 0 .and. all(1) /= 0) print '(i0,a,i0,a)', all(1), ' of ', all(2), ' checks failed'
  call MPI_Finalize(error)
end program
