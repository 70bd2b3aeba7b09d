// lgamma and its kin with a sign of the rank's own. The sign has two names: signgam may be a variable of the
// program, which is not ours then.
#include <cmath>

extern "C" {

int __signgam = 0;
extern int signgam __attribute__((weak, alias("__signgam")));
_Float128 lgammaf128_r(_Float128, int*) noexcept;

[[gnu::weak]] double lgamma(double value) noexcept {
    return lgamma_r(value, &__signgam);
}
[[gnu::weak]] float lgammaf(float value) noexcept {
    return lgammaf_r(value, &__signgam);
}
[[gnu::weak]] long double lgammal(long double value) noexcept {
    return lgammal_r(value, &__signgam);
}
[[gnu::weak]] _Float128 lgammaf128(_Float128 value) noexcept {
    return lgammaf128_r(value, &__signgam);
}

} // extern "C"

// Other names: those of System V, and of types with a number of bits.
asm(".weak gamma, gammaf, gammal, lgammaf32, lgammaf32x, lgammaf64, lgammaf64x\n"
    "gamma = lgamma\ngammaf = lgammaf\ngammal = lgammal\n"
    "lgammaf32 = lgammaf\nlgammaf32x = lgamma\nlgammaf64 = lgamma\nlgammaf64x = lgammal\n");
