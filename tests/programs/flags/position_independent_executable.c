// A program whose makefile asks for a position independent executable and for debugging.
// flags: -g -O0 -fPIE -pie
#include "../point_to_point/random_traffic.c"
