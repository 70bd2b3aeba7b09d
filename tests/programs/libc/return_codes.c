// The exit code of a run is the highest of the ranks': here what main returns.
// exit: N-1
// oracle: no
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int code = end("main returns the rank");
    return code != 0 ? 99 : rank;
}
