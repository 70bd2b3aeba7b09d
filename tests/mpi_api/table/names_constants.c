/* Preprocessed with SARTOR_SCANNING: these names must stay, or become values. */
#include <mpi.h>

stays MPI_ANY_SOURCE MPI_ANY_TAG MPI_INT MPI_BYTE MPI_SUM MPI_COMM_SELF end
becomes MPI_PROC_NULL MPI_MAX_ERROR_STRING MPI_VERSION end
#ifdef MPI_DOUBLE
defined
#endif
