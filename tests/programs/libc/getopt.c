// getopt belongs to a rank: permutation, "+", "-", optional arguments, errors, while ranks parse in turns.
// reference: yes
#include "../common/behaviour.h"

typedef struct {
    const char* options;
    const char* words[10];
} Case;

static const Case cases[] = {
    {"ab:c", {"program", "-a", "-b", "value", "-c", "rest"}},
    {"ab:c", {"program", "before", "-a", "between", "-bvalue", "after", "-c"}},
    {"+ab:c", {"program", "-a", "stop", "-b", "value"}},
    {"-ab:c", {"program", "one", "-a", "two", "-c", "three"}},
    {"ab::c", {"program", "-bjoined", "-b", "apart", "-acb"}},
    {":ab:c", {"program", "-x", "-b"}},
    {"abc", {"program", "-abc", "--", "-a", "rest"}},
    {"a:W;", {"program", "-a", "1", "-a2", "-", "rest"}},
};

/* A line at once: some launchers mix the pieces of lines. */
static void print_rest(int rank, int count, char** words) {
    char line[200];
    int used = snprintf(line, sizeof line, "%d:", rank);
    for (int index = optind; index < count; ++index)
        used += snprintf(line + used, sizeof line - (size_t)used, " %s", words[index]);
    printf("%s [optind %d]\n", line, optind);
}

void behave(int rank, int size) {
    const Case* chosen = &cases[(unsigned)rank % (sizeof cases / sizeof *cases)];
    char* words[10];
    int count = 0, option = 0;
    (void)size;
    while (chosen->words[count] != NULL) words[count] = strdup(chosen->words[count]), ++count;
    words[count] = NULL;
    opterr = 0;
    for (int step = 0; step < 10; ++step) { // as many for each rank: ranks meet between any two calls
        if (option != -1) {
            option = getopt(count, words, chosen->options);
            printf("%d: option %d, argument %s, optopt %d\n", rank, option, optarg != NULL ? optarg : "none",
                   optopt);
        }
        meet();
    }
    print_rest(rank, count, words);
    for (int index = 0; index < count; ++index) free(words[index]);
}
