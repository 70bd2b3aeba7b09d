// The same with OS threads as ranks.
// ranks: 1 4
// machine: host
// flags: --ranks=threads
#include "signal_of_process.c"
