// --tag-output puts the rank in front of every line.
// options: --tag-output
// ranks: 1 3
// exit: 0
// stdout: ^\[?0\]?.*line of rank 0$
// oracle: no
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    printf("line of rank %d\n", rank);
    return end("tagged output");
}
