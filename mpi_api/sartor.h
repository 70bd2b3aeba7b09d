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

/* Where the protocols of the calling rank's messages change on an emulated machine: up to how many bytes they go in
   control messages (MPPA-MPI, section III.C.1), up to how many through a buffer at the sender (III.C.2), from how many
   on by the DMA engine (III.C.3). Holds from now on, for this rank, whatever the machine and sartor run say. Returns
   the limit of before, in bytes; on the host, and with another MPI, there are no such limits: -1. */
enum sartor_limit { SARTOR_EAGER_LIMIT, SARTOR_LAZY_LIMIT, SARTOR_DMA_LIMIT };
long long sartor_set_limit(enum sartor_limit limit, long long bytes);

#ifdef __cplusplus
}
#endif
#else
#define MPI_COMM_LOCAL MPI_COMM_WORLD
static inline void sartor_compute(unsigned long long cycles) {
    (void)cycles;
}
enum sartor_limit { SARTOR_EAGER_LIMIT, SARTOR_LAZY_LIMIT, SARTOR_DMA_LIMIT };
static inline long long sartor_set_limit(enum sartor_limit limit, long long bytes) {
    (void)limit;
    (void)bytes;
    return -1;
}
#endif

#endif
