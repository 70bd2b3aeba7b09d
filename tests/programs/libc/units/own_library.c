// Functions and variables that the C library has, too.
static unsigned state = 1;

void srandom(unsigned seed) {
    state = seed;
}
long random(void) {
    state = state * 1103515245u + 12345u;
    return state / 65536u % 32768u;
}
long library_numbers(void) {
    return random();
}

char* optarg;
int optind = 1, opterr = 1, optopt;
int getopt(int argc, char* const* argv, const char* options) {
    (void)argv;
    (void)options;
    return 39 + argc;
}
