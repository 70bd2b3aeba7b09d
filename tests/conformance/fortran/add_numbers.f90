! An operation of the program's own, as mpif.h and the module mpi take it.
subroutine add_numbers(from, into, length, type)
  implicit none
  integer :: length, type
  integer :: from(length), into(length)
  into = into + from
  if (type < 0) into = -1
end subroutine
