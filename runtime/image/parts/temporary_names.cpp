// tmpnam with a text of the rank's own.
#include <cstdio>

#include "runtime/image/parts/original.hpp"

extern "C" {

[[gnu::weak]] char* tmpnam(char* text) noexcept {
    static char own[L_tmpnam];
    return sartor::process::original<char* (*)(char*)>("tmpnam")(text != nullptr ? text : own);
}

} // extern "C"
