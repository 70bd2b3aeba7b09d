// mpi.h in C++: what C does, and functions and handles with C++'s stricter types.
#include "includes_mpi.c"

template <class Handle>
Handle* pointer_to(Handle handle);

static_assert(sizeof(*pointer_to(MPI_COMM_WORLD)) == sizeof(void*), "handles are pointers");
