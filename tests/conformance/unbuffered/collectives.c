// The random collectives where no message waits unreceived: none relies on buffering (MPI-5.0 section 6.14).
// ranks: 2 3 5 8
// arguments: 1 6
// options: --backlog 0
#include "../random_collectives.c"
