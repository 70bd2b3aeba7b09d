! The three forms in which Fortran has MPI, for sources that are compiled once for each: FORM is 77 (mpif.h), 90
! (module mpi) or 2008 (module mpi_f08); SUB is the name of the unit's subroutine.
#if FORM == 2008
#define USE_MPI use mpi_f08
! Names are put together in one way or the other by compilers.
#ifdef __flang__
#define HANDLE(name) type(MPI_##name)
#else
#define HANDLE(name) type(MPI_/**/name)
#endif
#define STATUS(name) type(MPI_Status) :: name
#define STATUSES(name, count) type(MPI_Status) :: name(count)
#define SOURCE_OF(status) status%MPI_SOURCE
#define TAG_OF(status) status%MPI_TAG
#define ERROR_OF(status) status%MPI_ERROR
#define SOURCE_OF_ONE(status, one) status(one)%MPI_SOURCE
#elif FORM == 90
#define USE_MPI use mpi
#else
#define USE_MPI
#define MPIF 1
#endif
#if FORM != 2008
#define HANDLE(name) integer
#define STATUS(name) integer :: name(MPI_STATUS_SIZE)
#define STATUSES(name, count) integer :: name(MPI_STATUS_SIZE, count)
#define SOURCE_OF(status) status(MPI_SOURCE)
#define TAG_OF(status) status(MPI_TAG)
#define ERROR_OF(status) status(MPI_ERROR)
#define SOURCE_OF_ONE(status, one) status(MPI_SOURCE, one)
#endif
! Attributes of memory that MPI reads or writes after a call has returned, and of memory that it knows by its address.
! Where procedures have no interfaces, Fortran has none for arguments but TARGET; gfortran takes VOLATILE.
#ifdef MPIF
#define KEPT_BY_MPI target
#else
#define KEPT_BY_MPI asynchronous, target
#endif
#if defined(MPIF) && defined(__flang__)
#define KNOWN_BY_ADDRESS target
#else
#define KNOWN_BY_ADDRESS volatile
#endif
