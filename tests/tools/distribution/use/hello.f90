program hello
  use mpi_f08
  integer :: rank, size
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, size)
  if (rank == size - 1) print '(1x, i0, a)', size, ' ranks'
  call MPI_Finalize()
end program
