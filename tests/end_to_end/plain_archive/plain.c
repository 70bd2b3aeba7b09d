// A library's part that a plain compiler makes for executables: it takes the addresses of the C library's streams.
#include <stdio.h>

static int calls;
int total;

void say(int rank) {
    ++calls;
    total += rank;
    fprintf(stdout, "library: rank %d, call %d\n", rank, calls);
    if (calls == 2) fprintf(stderr, "library: rank %d says this on standard error\n", rank);
}

int first_word(void) {
    int word = 0;
    return fscanf(stdin, "%d", &word) == 1 ? word : -1;
}

#ifdef TIED_TO_NAME
extern char* program_invocation_name;
const char* name_of_program(void) { return program_invocation_name; }
#endif
