// The random traffic where every send waits for its receive, or is buffered by the program itself.
// ranks: 2 3 5 8
// arguments: 1 10
// options: --backlog 0
#include "../random_messages.c"
