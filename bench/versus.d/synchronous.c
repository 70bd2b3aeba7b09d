/* Ping-pong with MPI_Ssend; a program of its own, since one without synchronous sends is cut without them. Usage:
   synchronous SECONDS synchronous BYTES... */
#define SEND MPI_Ssend
#include "pingpong.c"
