// getopt of programs that are compiled for POSIX alone: the first other argument ends the options.
// ranks: 1 4
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <unistd.h>

#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    char* words[] = {"program", "-a", "-b", "value", "other", "-c", NULL};
    int letters = 0, number = 0;
    for (int letter; (letter = getopt(6, words, "ab:c")) != -1; ++number) {
        letters = letters * 256 + letter;
        if (letter == 'b') CHECK(optarg != NULL && strcmp(optarg, "value") == 0);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    CHECK(number == 2 && letters == 'a' * 256 + 'b');
    CHECK(optind == 4 && strcmp(words[optind], "other") == 0);
    return end("getopt of POSIX");
}
