// Counts messages and reductions by macros of the functions' names, as PETSc's petsclog.h does.
#pragma once

#include <mpi.h>

static int sent, received, reduced;

#define MPI_Send(...) (sent += 1, MPI_Send(__VA_ARGS__))
#define MPI_Isend(buffer, count, type, to, tag, comm, request)                                               \
    (sent += 1, MPI_Isend((buffer), (count), (type), (to), (tag), (comm), (request)))
#define MPI_Recv(...) (received += 1, MPI_Recv(__VA_ARGS__))
#define MPI_Allreduce(in, out, count, type, operation, comm)                                                 \
    (reduced += 1, MPI_Allreduce((in), (out), (count), (type), (operation), (comm)))
