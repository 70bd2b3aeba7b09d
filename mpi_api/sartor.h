/* What Sartor offers besides MPI. With another MPI it does nothing: programs may use it in any case. */
#ifndef SARTOR_H
#define SARTOR_H

#include <mpi.h>

#ifdef SARTOR_MPI_H
/* MPI_COMM_LOCAL: all ranks of a chip (MPPA-MPI, section II). Those of MPI_COMM_WORLD in their order and, last, the I/O
   rank of sartor run --io PROGRAM, whose own MPI_COMM_WORLD is that rank alone. Without --io, and on the host, it has
   the ranks of MPI_COMM_WORLD and no others. */
#include <sartor/constants.h>

#ifdef __cplusplus
extern "C" {
#endif

/* On an emulated machine the calling rank computes for so many cycles of its PE. */
void sartor_compute(unsigned long long cycles);

#ifdef __cplusplus
}
#endif
#else
#define MPI_COMM_LOCAL MPI_COMM_WORLD
static inline void sartor_compute(unsigned long long cycles) {
    (void)cycles;
}
#endif

#endif
