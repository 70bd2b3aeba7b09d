! What programs for other MPIs include behind mpif.h: mpif.h has it.
      INTEGER OMPI_HAVE_MPI_EXT_FTMPI
      PARAMETER (OMPI_HAVE_MPI_EXT_FTMPI=1)
