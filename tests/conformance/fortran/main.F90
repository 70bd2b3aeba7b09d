! Runs the parts in each form of Fortran's MPI that is asked for: WITH_77, WITH_90, WITH_2008.
program main
  use checks
  use mpi, only : MPI_COMM_WORLD, MPI_INTEGER, MPI_SUM, MPI_IN_PLACE
  implicit none
  integer :: error, all(2)
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, my_rank, error)
#ifdef WITH_77
  form = 'mpif.h'
  call messages_77()
  call objects_77()
  call windows_77()
#endif
#ifdef WITH_90
  form = 'mpi'
  call messages_90()
  call objects_90()
  call windows_90()
#ifndef ORACLE
  call attributes_between()
#endif
#endif
#ifdef WITH_2008
  form = 'mpi_f08'
  call messages_2008()
  call objects_2008()
  call windows_2008()
  call sections()
#endif
  all = [failures, done]
  call MPI_Allreduce(MPI_IN_PLACE, all, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
  if (my_rank == 0 .and. all(1) == 0) print '(a,i0,a)', 'ok: ', all(2), ' checks'
  if (my_rank == 0 .and. all(1) /= 0) print '(i0,a,i0,a)', all(1), ' of ', all(2), ' checks failed'
  call MPI_Finalize(error)
end program
