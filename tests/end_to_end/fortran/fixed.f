C     Names in fixed form: divided by the ends of lines, in any case. MPI_SUM
      SUBROUTINE FIXED(X)
      INCLUDE 'mpif.h'
      INTEGER X(2), IERR, STATUS(MPI_STATUS_SIZE)
      CALL mpi_recv(X, 2, mpi_in
     &teger, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, STATUS, IERR)
      END
