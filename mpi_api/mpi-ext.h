/* What programs include of other MPIs for functions that are no part of the standard, and ask before they use them.
   mpi.h declares them here. */
#ifndef SARTOR_MPI_EXT_H
#define SARTOR_MPI_EXT_H

#include <mpi.h>

/* User-level failure mitigation: MPIX_Comm_revoke and its like. */
#define MPIX_HAVE_ULFM 1
#define OMPI_HAVE_MPI_EXT_FTMPI 1

#endif
