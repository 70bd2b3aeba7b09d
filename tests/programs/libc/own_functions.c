// A program may have its own random and getopt, and take what is beside them from the C library.
// reference: yes
// archive: units/own_library.c
#include "../common/behaviour.h"
#include <getopt.h>

long library_numbers(void);

// The C library's option parser works on the program's variables.
static void parse(int rank) {
    char program[] = "program", option[] = "--level=3", other[] = "other";
    char* arguments[] = {program, option, other, NULL};
    const struct option options[] = {{"level", required_argument, NULL, 'l'}, {NULL, 0, NULL, 0}};
    const int found = getopt_long(3, arguments, "l:", options, NULL);
    meet();
    printf("%d: option %c of %s, next %d\n", rank, found, optarg, optind);
    printf("%d: own getopt %d\n", rank, getopt(3, arguments, "l:"));
}

void behave(int rank, int size) {
    (void)size;
    srandom(7u + (unsigned)rank);
    srand(11u + (unsigned)rank);
    meet();
    printf("%d: own %ld %ld\n", rank, random(), random());
    printf("%d: the C library's %d\n", rank, rand());
    printf("%d: of the library %ld\n", rank, library_numbers());
    parse(rank);
}
