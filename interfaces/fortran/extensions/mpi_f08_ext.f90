! The same beside the module mpi_f08.
module mpi_f08_ext
  use mpi_f08
  implicit none
  integer, parameter :: OMPI_HAVE_MPI_EXT_FTMPI = 1
end module mpi_f08_ext
