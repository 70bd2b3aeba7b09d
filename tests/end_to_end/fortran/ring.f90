! A ring of mpi_f08 whose ranks have their own variables and their own state of Fortran's runtime library.
! Arguments: none, or what goes wrong: deadlock, rank, stop, nothing.
module kept
  implicit none
  integer, save :: in_module = 1
end module

block data initial
  implicit none
  integer :: counter
  common /shared/ counter
  data counter /5/
end block data

program ring
  use mpi_f08
  use kept
  implicit none
  interface
    function barriers_of_tool() bind(C)
      integer :: barriers_of_tool
    end function
  end interface
  integer :: rank, size, token, left, right
  type(MPI_Status) :: status
  type(MPI_Comm) :: comm
  character(len=20) :: argument
  call get_command_argument(1, argument)
  call MPI_Init()
  comm = MPI_COMM_WORLD
  call MPI_Comm_rank(comm, rank)
  call MPI_Comm_size(comm, size)
  left = mod(rank + size - 1, size)
  right = mod(rank + 1, size)
  call variables()
  call MPI_Barrier(comm)
  if (barriers_of_tool() /= 1) error stop 'the tool has not seen the barrier'
  call runtime_library()
  token = 1
  if (argument == 'deadlock') call MPI_Recv(token, 1, MPI_INTEGER, left, 99, comm, status)
  if (argument == 'rank') call MPI_Send(token, 1, MPI_INTEGER, size + 7, 7, comm)
  if (rank == 0) then
    call MPI_Send(token, 1, MPI_INTEGER, right, 7, comm)
    call MPI_Recv(token, 1, MPI_INTEGER, left, 7, comm, status)
    print '(a,i0,a,i0)', 'token ', token, ' from ', status%MPI_SOURCE
  else
    call MPI_Recv(token, 1, MPI_INTEGER, left, 7, comm, MPI_STATUS_IGNORE)
    token = token + rank
    call MPI_Send(token, 1, MPI_INTEGER, right, 7, comm)
  end if
  call MPI_Finalize()
  if (argument == 'stop') stop 3
contains

  subroutine variables()
    integer :: counter, saved = 10, both(2), one, two
    common /shared/ counter
    equivalence (both(1), one), (both(2), two)
    save both
    counter = counter + rank
    saved = saved + rank
    in_module = in_module + rank
    both = both + rank
    call MPI_Barrier_twice()
    if (counter /= 5 + rank .or. saved /= 10 + rank .or. in_module /= 1 + rank .or. one /= two) &
      error stop 'variables are shared'
  end subroutine

  ! All have changed theirs when the first looks.
  subroutine MPI_Barrier_twice()
    call PMPI_Barrier(comm)
    call PMPI_Barrier(comm)
  end subroutine

  ! Units, formats, namelists, random numbers and the standard units.
  subroutine runtime_library()
    integer :: read_back, listed, second
    real :: numbers(2)
    character(len=20) :: line
    namelist /values/ listed, second
    open (10, status='scratch')
    write (10, *) rank
    listed = rank
    second = 2 * rank
    write (10, nml=values)
    call PMPI_Barrier(comm)
    rewind (10)
    listed = -1
    read (10, *) read_back
    read (10, nml=values)
    close (10)
    if (read_back /= rank .or. listed /= rank .or. second /= 2 * rank) error stop 'unit 10 is shared'
    call random_seed(put=[(7, listed = 1, 8)])
    call PMPI_Barrier(comm)
    call random_number(numbers)
    call PMPI_Barrier(comm)
    call random_seed(put=[(7, listed = 1, 8)])
    call random_number(numbers(2))
    if (numbers(1) /= numbers(2)) error stop 'random numbers are shared'
    if (rank == 0) then
      read (*, *) line
      if (line /= 'input') error stop 'no standard input'
    end if
    write (*, '(a)', advance='no') 'half a '
    call PMPI_Barrier(comm)
    write (*, '(a)') 'line'
  end subroutine
end program
