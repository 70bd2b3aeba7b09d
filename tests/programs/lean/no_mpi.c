// A program that calls no MPI function at all.
// count: N ^hello$
// exit: 0
#include <stdio.h>

int main(void) {
    puts("hello");
    return 0;
}
