// lgamma and its kin with a sign of the rank's own.
#include <cmath>

extern "C" {

int signgam = 0;
extern int __signgam __attribute__((alias("signgam")));

double lgamma(double value) noexcept {
    return lgamma_r(value, &signgam);
}
float lgammaf(float value) noexcept {
    return lgammaf_r(value, &signgam);
}
long double lgammal(long double value) noexcept {
    return lgammal_r(value, &signgam);
}
double gamma(double value) noexcept {
    return lgamma(value);
}
float gammaf(float value) noexcept {
    return lgammaf(value);
}
long double gammal(long double value) noexcept {
    return lgammal(value);
}

} // extern "C"
