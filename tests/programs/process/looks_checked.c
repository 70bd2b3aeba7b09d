// The same in a program whose loads and stores are seen.
// ranks: 1 3 8
// options: --cores 0
// flags: --checked
// oracle: no
#include "looks_at_files.c"
