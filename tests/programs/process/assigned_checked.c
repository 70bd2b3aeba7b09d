// The same in a program whose loads and stores are seen.
// ranks: 1 4
// flags: --checked
// oracle: no
#include "assigned_stdout.c"
