/* What Sartor offers besides MPI. With another MPI it does nothing: programs may call it in any case. */
#ifndef SARTOR_H
#define SARTOR_H

#include <mpi.h>

#ifdef SARTOR_MPI_H
#ifdef __cplusplus
extern "C" {
#endif

/* On an emulated machine the calling rank computes for so many cycles of its PE. */
void sartor_compute(unsigned long long cycles);

#ifdef __cplusplus
}
#endif
#else
static inline void sartor_compute(unsigned long long cycles) {
    (void)cycles;
}
#endif

#endif
