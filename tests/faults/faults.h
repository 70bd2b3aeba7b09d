/* What the programs of this folder have in common: how the faulty program (-DFAULT) differs from its right twin.
   It names nothing of MPI, so that each program gets the MPI for what it names itself. */
#ifndef FAULTS_H
#define FAULTS_H

#include <stdlib.h>

#ifdef FAULT
#define WRONG(...) __VA_ARGS__ /* stands in the faulty program alone */
#define RIGHT(...)             /* stands in its right twin alone */
#else
#define WRONG(...)
#define RIGHT(...) __VA_ARGS__
#endif

#define CHECK(condition) ((condition) ? (void)0 : exit(1)) /* in programs that have no fault */

#endif
