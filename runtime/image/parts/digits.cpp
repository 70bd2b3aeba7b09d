// ecvt, fcvt and those of long double with a buffer for each rank.
#include <cstdlib>

static char digits_text[5120]; // the largest long double has 4933 digits before the point

extern "C" {

[[gnu::weak]] char* ecvt(double value, int digits, int* point, int* sign) noexcept {
    return ecvt_r(value, digits, point, sign, digits_text, sizeof digits_text) == 0 ? digits_text : nullptr;
}
[[gnu::weak]] char* fcvt(double value, int digits, int* point, int* sign) noexcept {
    return fcvt_r(value, digits, point, sign, digits_text, sizeof digits_text) == 0 ? digits_text : nullptr;
}

[[gnu::weak]] char* qecvt(long double value, int digits, int* point, int* sign) noexcept {
    return qecvt_r(value, digits, point, sign, digits_text, sizeof digits_text) == 0 ? digits_text : nullptr;
}
[[gnu::weak]] char* qfcvt(long double value, int digits, int* point, int* sign) noexcept {
    return qfcvt_r(value, digits, point, sign, digits_text, sizeof digits_text) == 0 ? digits_text : nullptr;
}

} // extern "C"
