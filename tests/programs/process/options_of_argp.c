// argp_parse knows the program's name of itself and its address for reports.
// ranks: 1 4
// machine: host
#define _GNU_SOURCE
#include "../common/program.h"
#include <argp.h>

const char* argp_program_version = "program 7.5";
const char* argp_program_bug_address = "<reports@example.org>";

static int taken = 0;
static error_t take(int key, char* text, struct argp_state* state) {
    (void)text;
    (void)state;
    if (key != 'q') return ARGP_ERR_UNKNOWN;
    ++taken;
    return 0;
}

// Argp prints the version to the program's standard output: here by a stream in memory.
static int prints_version(void) {
    const struct argp_option options[] = {{"quiet", 'q', NULL, 0, "say less", 0}, {0}};
    const struct argp parser = {options, take, NULL, "program of a test", NULL, NULL, NULL};
    char* words[] = {"program", "-q", "-V", NULL};
    const int error = argp_parse(&parser, 3, words, ARGP_NO_EXIT, NULL, NULL);
    return error == 0;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    CHECK(prints_version());
    CHECK(taken == 1);
    return end("options by argp");
}
