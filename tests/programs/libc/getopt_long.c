// getopt_long and getopt_long_only belong to a rank: abbreviations, flags, ambiguity, parsing in turns.
// reference: yes
#include "../common/behaviour.h"
#include <getopt.h>

typedef struct {
    int only;
    const char* words[10];
} Case;

static int verbose;

static const struct option options[] = {
    {"output", required_argument, NULL, 'o'}, {"optimize", optional_argument, NULL, 'O'},
    {"verbose", no_argument, &verbose, 1},    {"quiet", no_argument, &verbose, -1},
    {"version", no_argument, NULL, 'V'},      {NULL, 0, NULL, 0}};

static const Case cases[] = {
    {0, {"program", "--output", "file", "--verbose", "rest"}},
    {0, {"program", "rest", "--output=file", "--quiet", "-o", "other"}},
    {0, {"program", "--out", "file", "--optim=3", "--verb"}},
    {0, {"program", "--ver", "--unknown", "-x", "--o"}},
    {0, {"program", "--output"}},
    {0, {"program", "--quiet=yes", "--optimize", "rest"}},
    {1, {"program", "-output", "file", "-verbose", "-o", "short"}},
    {0, {"program", "--", "--output", "file"}},
};

static int next(const Case* chosen, int count, char** words, int* index) {
    return chosen->only ? getopt_long_only(count, words, "o:x", options, index)
                        : getopt_long(count, words, "o:x", options, index);
}

void behave(int rank, int size) {
    const Case* chosen = &cases[(unsigned)rank % (sizeof cases / sizeof *cases)];
    char* words[10];
    int count = 0, option = 0;
    (void)size;
    while (chosen->words[count] != NULL) words[count] = strdup(chosen->words[count]), ++count;
    words[count] = NULL;
    opterr = 0;
    for (int step = 0; step < 8; ++step) {
        int index = -1;
        if (option != -1) {
            option = next(chosen, count, words, &index);
            printf("%d: option %d, index %d, argument %s, optopt %d, verbose %d\n", rank, option, index,
                   optarg != NULL ? optarg : "none", optopt, verbose);
        }
        meet();
    }
    printf("%d: optind %d, first word left: %s\n", rank, optind, optind < count ? words[optind] : "none");
    for (int position = 0; position < count; ++position) free(words[position]);
}
