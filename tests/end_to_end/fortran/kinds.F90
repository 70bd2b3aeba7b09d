! With default types of 8 bytes, its arguments of MPI have the kinds of MPI.
#ifdef WITH_MPIF
program kinds
  implicit none
  include 'mpif.h'
  integer*4 :: error
  call MPI_Init(error)
  call MPI_Finalize(error)
end program
#else
program kinds
  use mpi
  implicit none
  integer, parameter :: narrow = MPI_INTEGER_KIND
  integer(narrow) :: error, rank, one = 1
#ifdef DEFAULT_RANK
  integer :: own
#endif
  integer :: number, sum
  real :: value, total
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  number = rank + 1
  value = number
  call MPI_Allreduce(number, sum, one, MPI_INTEGER8, MPI_SUM, MPI_COMM_WORLD, error)
  call MPI_Allreduce(value, total, one, MPI_REAL8, MPI_SUM, MPI_COMM_WORLD, error)
  if (rank == 0) print '(a,i0,f4.1)', 'kinds: ', sum, total
#ifdef NAME_REAL
  call MPI_Bcast(value, one, MPI_REAL, 0_narrow, MPI_COMM_WORLD, error)
#endif
#ifdef NAME_DOUBLE
  call MPI_Bcast(value, one, MPI_DOUBLE_PRECISION, 0_narrow, MPI_COMM_WORLD, error)
#endif
#ifdef NAME_INTEGER
  call MPI_Bcast(number, one, MPI_INTEGER, 0_narrow, MPI_COMM_WORLD, error)
#endif
#ifdef DEFAULT_RANK
  call MPI_Comm_rank(MPI_COMM_WORLD, own, error)
#endif
  call MPI_Finalize(error)
end program
#endif
