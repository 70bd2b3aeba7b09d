// Rounding and flags of floating-point arithmetic belong to the rank.
// ranks: 1 5
// flags: -frounding-math -lm
#include "../common/program.h"
#include <fenv.h>

static volatile double one = 1, three = 3;

int main(int argc, char** argv) {
    begin(&argc, &argv);
    double nearest = one / three;
    int wanted = rank % 2 == 0 ? FE_UPWARD : FE_DOWNWARD;
    CHECK(fesetround(wanted) == 0 && feclearexcept(FE_ALL_EXCEPT) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(fegetround() == wanted && fetestexcept(FE_INEXACT) == 0);
    double third = one / three;
    CHECK(rank % 2 == 0 ? third > nearest : third == nearest); // a third rounds down
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(fegetround() == wanted && fetestexcept(FE_INEXACT) == FE_INEXACT);
    CHECK(fesetround(FE_TONEAREST) == 0);
    return end("rounding of a rank");
}
