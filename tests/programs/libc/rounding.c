// The floating-point environment belongs to a rank: rounding mode and exceptions survive switches.
// flags: -lm -frounding-math
#include "../common/program.h"
#include <fenv.h>

static const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};

static double third(void) {
    volatile double one = 1, three = 3;
    return one / three;
}

static long double long_third(void) {
    volatile long double one = 1, three = 3;
    return one / three;
}

static float single_third(void) {
    volatile float one = 1, three = 3;
    return one / three;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    CHECK(fegetround() == FE_TONEAREST);
    MPI_Barrier(MPI_COMM_WORLD);
    fesetround(modes[rank % 4]);
    double expected = third();
    long double long_expected = long_third();
    float single_expected = single_third();
    feclearexcept(FE_ALL_EXCEPT);
    if (rank % 2) feraiseexcept(FE_OVERFLOW);
    for (int step = 0; step < 50; ++step) {
        MPI_Barrier(MPI_COMM_WORLD);
        CHECK(fegetround() == modes[rank % 4]);
        CHECK(third() == expected && long_third() == long_expected && single_third() == single_expected);
    }
    fesetround(FE_TONEAREST);
    return end("rounding belongs to a rank");
}
