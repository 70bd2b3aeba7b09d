// lgamma and its kin with a sign of the rank's own. The sign has two names: signgam may be a variable of the
// program, which is not ours then.
#include <cmath>

// _Float128, of which not all compilers of C++ have the name.
#ifdef __SIZEOF_FLOAT128__
using Float128 = __float128;
#else
using Float128 = long double;
#endif

extern "C" {

int __signgam = 0;
extern int signgam __attribute__((weak, alias("__signgam")));
Float128 lgammaf128_r(Float128, int*) noexcept;

[[gnu::weak]] double lgamma(double value) noexcept {
    return lgamma_r(value, &__signgam);
}
[[gnu::weak]] float lgammaf(float value) noexcept {
    return lgammaf_r(value, &__signgam);
}
[[gnu::weak]] long double lgammal(long double value) noexcept {
    return lgammal_r(value, &__signgam);
}
[[gnu::weak]] Float128 lgammaf128(Float128 value) noexcept {
    return lgammaf128_r(value, &__signgam);
}

} // extern "C"

// Other names: those of System V, and of types with a number of bits.
asm(".weak gamma, gammaf, gammal, lgammaf32, lgammaf32x, lgammaf64, lgammaf64x\n"
    "gamma = lgamma\ngammaf = lgammaf\ngammal = lgammal\n"
    "lgammaf32 = lgammaf\nlgammaf32x = lgamma\nlgammaf64 = lgamma\nlgammaf64x = lgammal\n");
