// Standard streams have descriptors 0, 1 and 2.
// ranks: 1 4
#include "../common/program.h"
#include <unistd.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    CHECK(fileno(stdin) == 0);
    CHECK(fileno(stdout) == 1);
    CHECK(fileno(stderr) == 2);
    CHECK(isatty(fileno(stdout)) == isatty(1));
    return end("descriptors of the standard streams");
}
