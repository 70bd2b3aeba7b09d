! Starts itself: blanks around the command and the arguments do not count (MPI-5.0 section 11.8.2).
program spawned
  use mpi_f08
  implicit none
  type(MPI_Comm) :: parent, children
  character(len=300) :: own, arguments(3), commands(1), several(1, 3)
  integer :: rank
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_get_parent(parent)
  if (parent == MPI_COMM_NULL) then
    call get_command_argument(0, own)
    arguments = ['   of leading blanks', 'last                ', '                    ']
    call MPI_Comm_spawn('   '//own, arguments, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, children, MPI_ERRCODES_IGNORE)
    call MPI_Barrier(children)
    commands = '  '//own
    several(1, :) = arguments
    call MPI_Comm_spawn_multiple(1, commands, several, [1], [MPI_INFO_NULL], 0, MPI_COMM_SELF, children, &
                                 MPI_ERRCODES_IGNORE)
    call MPI_Barrier(children)
    print *, 'both came'
  else
    call get_command_argument(1, own)
    call get_command_argument(2, commands(1))
    if (own /= 'of leading blanks' .or. commands(1) /= 'last' .or. command_argument_count() /= 2) then
      print *, 'wrong arguments: ', trim(own), '|', trim(commands(1))
      call MPI_Abort(MPI_COMM_WORLD, 7)
    end if
    call MPI_Barrier(parent)
  end if
  call MPI_Finalize()
end program
