! What programs for other MPIs use beside the module mpi for functions that are no part of the standard: here mpi
! has them.
module mpi_ext
  use mpi
  implicit none
  integer, parameter :: OMPI_HAVE_MPI_EXT_FTMPI = 1
end module mpi_ext
