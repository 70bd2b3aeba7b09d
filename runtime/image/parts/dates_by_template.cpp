// getdate with a result and an error of the rank's own.
#include <ctime>

#include "runtime/image/parts/lent_environment.hpp"

extern "C" {

[[gnu::weak]] int getdate_err = 0;

[[gnu::weak]] tm* getdate(const char* text) {
    static tm result;
    const AsOfProcess environment; // DATEMSK
    const int error = getdate_r(text, &result);
    if (error == 0) return &result;
    getdate_err = error;
    return nullptr;
}

} // extern "C"
