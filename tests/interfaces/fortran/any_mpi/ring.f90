! A token around all ranks; reductions of Fortran's own types, and of a LOGICAL.
program ring
  use mpi_f08
  implicit none
  integer :: rank, size, token, around, bytes
  type(MPI_Request) :: request
  logical :: all_agree
  double precision :: sum_of_halves
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, size)
  token = 0
  if (rank == 0) call MPI_Irecv(around, 1, MPI_INTEGER, size - 1, 7, MPI_COMM_WORLD, request)
  if (rank > 0) call MPI_Recv(token, 1, MPI_INTEGER, rank - 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  token = token + rank
  call MPI_Send(token, 1, MPI_INTEGER, mod(rank + 1, size), 7, MPI_COMM_WORLD)
  if (rank == 0) then
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    token = around
  end if
  call MPI_Bcast(token, 1, MPI_INTEGER, 0, MPI_COMM_WORLD)
  call MPI_Allreduce(rank * 0.5d0, sum_of_halves, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD)
  call MPI_Allreduce(nint(2 * sum_of_halves) == token, all_agree, 1, MPI_LOGICAL, MPI_LAND, MPI_COMM_WORLD)
  call MPI_Type_size(MPI_LOGICAL, bytes)
  if (bytes /= storage_size(all_agree) / 8) error stop 'the size of LOGICAL'
  if (.not. all_agree) error stop 'the sums differ'
  if (rank == 0) print *, 'the sum is', token
  call MPI_Finalize()
end program
