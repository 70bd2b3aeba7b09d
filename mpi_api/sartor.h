/* What Sartor offers besides MPI. With another MPI it does nothing: programs may use it in any case. */
#ifndef SARTOR_H
#define SARTOR_H

#include <mpi.h>
#include <stddef.h>

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

/* The same by counts of what it executes: integer operations (branches among them), floating-point operations, loads
   and stores. What each takes is the machine's: integer_cycles, float_cycles, memory_cycles. */
void sartor_operations(unsigned long long integers, unsigned long long floats, unsigned long long accesses);

/* Where the protocols of the calling rank's messages change on an emulated machine: up to how many bytes they go in
   control messages (MPPA-MPI, section III.C.1), up to how many through a buffer at the sender (III.C.2), from how many
   on by the DMA engine (III.C.3). Holds from now on, for this rank, whatever the machine and sartor run say. Returns
   the limit of before, in bytes; on the host, and with another MPI, there are no such limits: -1. */
enum sartor_limit { SARTOR_EAGER_LIMIT, SARTOR_LAZY_LIMIT, SARTOR_DMA_LIMIT };
long long sartor_set_limit(enum sartor_limit limit, long long bytes);

/* Ranks as a function call, from libsartor_team.so (pkg-config sartor_team, CMake: Sartor::team): a team of ranks inside of the
   calling process, which goes on after them; for unit tests of libraries that use MPI, and for programs that need ranks
   now and then. docs/teams.md tells more; sartor.hpp has the same for C++.

   All ranks share the thread that starts the team and all that the process has, globals included. Rank 0 is that thread,
   the others have stacks of their own. They take turns: one runs until it waits in MPI. MPI is initialized in all of
   them; MPI_Init and MPI_Finalize are not to be called. One team at a time; all functions are for the thread that has
   started it. */
typedef struct sartor_team sartor_team;

/* What ranks run. `data` is what was given to sartor_team_run, the same for all of them. */
typedef int (*sartor_function)(int rank, void* data);

enum sartor_result {
    SARTOR_SUCCESS = 0,
    SARTOR_FUNCTION_FAILED = 1, /* the function of a rank has returned another value than 0: see sartor_team_value */
    SARTOR_ENDED = 2,    /* MPI_Abort, or an error with MPI_ERRORS_ARE_FATAL: see sartor_team_exit_code */
    SARTOR_DEADLOCK = 3, /* all ranks wait for each other */
    SARTOR_USAGE = 4,    /* a wrong argument; another team exists; another thread's team; a broken team */
    SARTOR_NO_MEMORY = 5
};

/* A team of so many ranks. stack_bytes: of each rank but the first; 0: as the system gives the main thread. Any result
   but SARTOR_SUCCESS leaves *team null. */
int sartor_team_start(int ranks, size_t stack_bytes, sartor_team** team);

/* Calls function(rank, data) on each rank, and returns when all have returned. After SARTOR_ENDED and SARTOR_DEADLOCK the
   team is broken: its ranks were left where they stood (nothing that they had on their stacks is cleaned up, no
   destructor runs), and it can only be ended. */
int sartor_team_run(sartor_team* team, sartor_function function, void* data);

/* The same in two parts: all ranks but the caller begin, the caller goes on as rank 0 and may call MPI; then it waits for
   them. In between MPI is as in any program: what would end the run ends the process, with a report. */
int sartor_team_begin(sartor_team* team, sartor_function function, void* data);
int sartor_team_finish(sartor_team* team);

/* Calls MPI_Finalize on all ranks and gives back what the team has. Does nothing for null. */
int sartor_team_end(sartor_team* team);

/* A team for one call. */
int sartor_run(int ranks, sartor_function function, void* data);

/* Of the last call: what the function of a rank has returned; the code of MPI_Abort, or another exit code as `sartor run`
   would have given it; and what is to be said of it: lines, or an empty text, valid until the next call of a function of
   teams. */
int sartor_team_value(const sartor_team* team, int rank);
int sartor_team_exit_code(void);
const char* sartor_team_message(void);

#ifdef __cplusplus
}
#endif
#else
#define MPI_COMM_LOCAL MPI_COMM_WORLD
static inline void sartor_compute(unsigned long long cycles) {
    (void)cycles;
}
static inline void sartor_operations(unsigned long long integers, unsigned long long floats,
                                     unsigned long long accesses) {
    (void)integers;
    (void)floats;
    (void)accesses;
}
enum sartor_limit { SARTOR_EAGER_LIMIT, SARTOR_LAZY_LIMIT, SARTOR_DMA_LIMIT };
static inline long long sartor_set_limit(enum sartor_limit limit, long long bytes) {
    (void)limit;
    (void)bytes;
    return -1;
}
#endif

#endif
